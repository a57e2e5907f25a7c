// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "core/ids.hpp"
#include "engine/stage_settings.hpp"
#include "ops/batch_coupling.hpp"
#include "physics/coupling/nose_hoover_chain.hpp"

namespace mdsim {

/// The chain of thermostats of the stage in hand, where it has one.
class Thermostat {
  public:
    /// Begins with a stage, or goes on from what was saved in it.
    void start(const StageSettings& stage, const NoseHooverChain::State& saved);

    /// Leaves the stage.
    void end() { chain_.reset(); }

    /// Acts for half of its time after `done` steps of the stage; returns the factor of all
    /// velocities. `kinetic_energy` is that of all atoms now [energy].
    double act(const StageSettings& stage, Step done, double kinetic_energy,
               double degrees_of_freedom);

    /// What a device needs in order to act by itself on steps from `first` to before `end`; the
    /// stage began at `stage_first`. Nothing where there is no chain.
    BatchCoupling on_batch(const StageSettings& stage, Step stage_first, Step first, Step end,
                           double degrees_of_freedom) const;

    /// Goes on from where a device has brought the chain.
    void go_on_from(const NoseHooverChain::State& state);

    /// What it adds to the conserved energy [energy].
    double energy() const { return chain_ ? chain_->energy() : 0; }
    /// What it added where a device had brought the chain to `state` [energy].
    double energy_at(const NoseHooverChain::State& state) const;
    NoseHooverChain::State state() const {
        return chain_ ? chain_->state() : NoseHooverChain::State{};
    }

  private:
    std::optional<NoseHooverChain> chain_;
};

} // namespace mdsim
