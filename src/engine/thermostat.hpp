// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/ids.hpp"
#include "engine/stage_settings.hpp"
#include "ops/batch_coupling.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// The thermostat of the stage in hand, where one acts on all atoms at once.
class Thermostat {
  public:
    explicit Thermostat(std::uint64_t seed) : seed_(seed) {}

    /// Begins with a stage, in a state that is zero or was saved in it.
    void start(const StageSettings& stage, const ThermostatState& state);

    /// Leaves the stage.
    void end() { kind_.reset(); }

    /// Acts by the sums of step `done` of the stage, which is step `step` of the run; returns the
    /// factor of all velocities. `kinetic_energy` is that of all atoms [energy].
    double act(const StageSettings& stage, Step done, Step step, double kinetic_energy,
               double degrees_of_freedom);

    /// What a device needs in order to act by itself on steps from `first` to before `end`; the
    /// stage began at `stage_first`. Nothing where there is no thermostat.
    BatchCoupling on_batch(const StageSettings& stage, Step stage_first, Step first, Step end,
                           double degrees_of_freedom) const;

    /// Goes on from where a device has brought it.
    void go_on_from(const ThermostatState& state) { state_ = state; }

    /// What it adds to the conserved energy [energy].
    double energy() const { return energy_at(state_); }
    /// The same in another state.
    double energy_at(const ThermostatState& state) const;
    const ThermostatState& state() const { return state_; }

  private:
    std::uint64_t seed_;
    std::optional<AnyThermostat> kind_;
    ThermostatState state_;
};

} // namespace mdsim
