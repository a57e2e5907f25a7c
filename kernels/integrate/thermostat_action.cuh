// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/coupling_args.hpp"
#include "kernels/state/split_steps.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// Whether a thermostat acts on the step of a step kernel.
__device__ inline bool acts(const Control& control, int kernel) {
    return does_step(control, kernel) &&
           control.schedule.plan(step_of_kernel(control, number_in_pass(control, kernel))).couples;
}

/// The kinetic energy by the diagonal of the kinetic tensor of all atoms.
__device__ inline double energy_of(const FixedSum::Words (&kinetic)[3]) {
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    return kinetic_energy(sum[0], sum[1], sum[2]);
}

/// What a thermostat acts by on a step, beside the kinetic energy.
__device__ inline ThermostatAction action_on(const CouplingArgs& coupling, Step step) {
    return {coupling.degrees_of_freedom, coupling.temperature_at(step), coupling.time,
            thermostat_noise(coupling.seed, step)};
}

} // namespace mdsim
