// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/state/split_steps.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// Whether a thermostat acts on the step of a step kernel.
__device__ inline bool acts(const Control& control, int kernel) {
    return does_step(control, kernel) &&
           control.schedule.plan(step_of_kernel(control, number_in_pass(control, kernel))).couples;
}

/// What a thermostat acts by in a turn on a step, but for the kinetic energy.
__device__ inline ThermostatAction planned_action(const CouplingArgs& coupling, ThermostatTurn turn,
                                                  Step step) {
    return {0, coupling.degrees_of_freedom, coupling.temperature_at(step), coupling.time,
            thermostat_noise(coupling.seed, step, turn)};
}

/// The kinetic energy by the diagonal of the kinetic tensor of all atoms.
__device__ inline double energy_of(const FixedSum::Words (&kinetic)[3]) {
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    return kinetic_energy(sum[0], sum[1], sum[2]);
}

/// Lets a thermostat act by these sums; its own become zero. One thread.
template <class Thermostat>
__device__ void act_by_sums(const Thermostat& thermostat, const CouplingArgs& coupling,
                            ThermostatTurn turn, Step step, const FixedSum::Words (&kinetic)[3]) {
    DeviceThermostat& place = *coupling.place;
    ThermostatAction action = planned_action(coupling, turn, step);
    action.kinetic_energy = energy_of(kinetic);
    place.factor[static_cast<int>(turn)] = thermostat.act(action, place.state);
    place.kinetic = {};
}

} // namespace mdsim
