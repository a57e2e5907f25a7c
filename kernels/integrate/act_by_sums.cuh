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

/// What a thermostat acts by in a turn on a step, from the diagonal of the kinetic tensor of all
/// atoms.
__device__ inline ThermostatAction action_by_sums(const CouplingArgs& coupling, ThermostatTurn turn,
                                                  Step step, const FixedSum::Words (&kinetic)[3]) {
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    return {kinetic_energy(sum[0], sum[1], sum[2]), coupling.degrees_of_freedom,
            coupling.temperature_at(step), coupling.time,
            thermostat_noise(coupling.seed, step, turn)};
}

/// Lets a thermostat act by these sums; its own become zero. One thread.
template <class Thermostat>
__device__ void act_by_sums(const Thermostat& thermostat, const CouplingArgs& coupling,
                            ThermostatTurn turn, Step step, const FixedSum::Words (&kinetic)[3]) {
    DeviceThermostat& place = *coupling.place;
    place.factor[static_cast<int>(turn)] =
        thermostat.act(action_by_sums(coupling, turn, step, kinetic), place.state);
    place.kinetic = {};
}

} // namespace mdsim
