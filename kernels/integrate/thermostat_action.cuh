// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/coupling_args.hpp"
#include "kernels/state/split_steps.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// Whether a thermostat acts on a step by itself, not within the action of a barostat.
__device__ inline bool acts_alone(const SplitWork& work) { return work.couples && !work.rescales; }

/// The kinetic energy by the diagonal of the kinetic tensor of all atoms.
__device__ inline double energy_of(const FixedSum::Words (&kinetic)[3]) {
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    return kinetic_energy(sum[0], sum[1], sum[2]);
}

/// What a thermostat acts by on a step, beside the kinetic energy.
__device__ inline ThermostatAction action_on(const CouplingArgs& coupling, const Control& control,
                                             Step step) {
    return {coupling.degrees_of_freedom, coupling.temperature.at(step, control.first_step),
            coupling.time, thermostat_noise(coupling.seed, step)};
}

/// A sum as it lies in memory, past the cache of the SM.
__device__ inline FixedSum::Words read_words(const DeviceSum& from) {
    DeviceSum sum;
    for (int part = 0; part < 4; ++part) sum.part[part] = __ldcg(&from.part[part]);
    return sum.words();
}

} // namespace mdsim
