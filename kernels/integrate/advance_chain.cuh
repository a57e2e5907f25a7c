// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/state/split_steps.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// Whether a thermostat acts on the step of a step kernel.
__device__ inline bool acts(const Control& control, int kernel) {
    return does_step(control, kernel) && couples_on(control, step_of_kernel(control, kernel));
}

/// Moves the chain on by half of its time, by the diagonal of the kinetic tensor of all atoms; its
/// own sums become zero. One thread.
__device__ inline void advance_chain(const CouplingArgs& coupling, Action action, Step step,
                                     const FixedSum::Words (&kinetic)[3]) {
    MDSIM_EXPECT(coupling.temperature == nullptr ||
                 (step >= coupling.first && (step - coupling.first) % coupling.every == 0));
    DeviceChain& chain = *coupling.chain;
    ChainDrive drive = coupling.drive;
    if (coupling.temperature != nullptr)
        drive.temperature = coupling.temperature[(step - coupling.first) / coupling.every];
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    chain.factor[action] = propagate_chain(drive, kinetic_energy(sum[0], sum[1], sum[2]),
                                           {chain.momentum, coupling.length, &chain.potential});
    chain.kinetic = {};
}

} // namespace mdsim
