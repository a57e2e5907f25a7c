// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "engine/stage_settings.hpp"
#include "engine/thermo.hpp"
#include "ops/batch_coupling.hpp"
#include "physics/coupling/barostats.hpp"

namespace mdsim {

/// The wanted pressure after so many steps of a stage with a barostat [energy / length^3].
double target_pressure(const StageSettings& stage, Step done);

/// The barostat of the stage in hand.
class Barostat {
  public:
    explicit Barostat(std::uint64_t seed) : seed_(seed) {}

    /// Begins with a stage, in a state that is zero or was saved in it.
    void start(const StageSettings& stage, const BarostatState& state);

    /// Acts on step `done` of the stage, of which these are the thermodynamics, of atoms with so
    /// many degrees of freedom, and lets their thermostat act with it. Throws PhysicsError, on all
    /// ranks alike, where an edge would change by more than a box can in one step.
    BoxMove act(const StageSettings& stage, Step done, const Thermo& now, double degrees_of_freedom,
                const MiddleThermostat& thermostat);

    /// What a device needs in order to act by itself on steps from `first` to before `end`; the
    /// stage began at `stage_first`. Nothing where there is no barostat.
    BatchBarostat on_batch(const StageSettings& stage, Step stage_first, Step first, Step end,
                           double degrees_of_freedom) const;

    /// Goes on from where a device has brought it.
    void go_on_from(const BarostatState& state) { state_ = state; }

    /// What it adds to the conserved energy on step `done`, of which these are the thermodynamics,
    /// before it acts [energy].
    double energy(const StageSettings& stage, Step done, const Thermo& now,
                  double degrees_of_freedom) const {
        return energy_at(state_, stage, done, now, degrees_of_freedom);
    }
    /// The same in another state.
    double energy_at(const BarostatState& state, const StageSettings& stage, Step done,
                     const Thermo& now, double degrees_of_freedom) const;
    const BarostatState& state() const { return state_; }

  private:
    BarostatAction action(const StageSettings& stage, Step done, const Thermo& now,
                          double degrees_of_freedom) const;

    std::uint64_t seed_;
    std::optional<AnyBarostat> kind_;
    BarostatState state_;
};

} // namespace mdsim
