// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/motion/couple_atoms.hpp"

#include "kernels/state/pauses.hpp"
#include "ops/sums.hpp"

namespace mdsim {

namespace {

/// One thread.
__global__ void move_chain(const Control* control, int kernel, CouplingArgs coupling,
                           Action action) {
    if (!does_step(*control, kernel)) return;
    const Step step = step_of_kernel(*control, kernel);
    if (!couples_on(*control, step)) return;
    DeviceChain& chain = *coupling.chain;
    ChainDrive drive = coupling.drive;
    if (coupling.temperature != nullptr)
        drive.temperature = coupling.temperature[(step - coupling.first) / coupling.every];
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] =
            FixedSum::from_words(fixed_scale::kinetic_energy, chain.kinetic.sum[k].words(), false);
    chain.factor[action] = propagate_chain(drive, kinetic_energy(sum[0], sum[1], sum[2]),
                                           {chain.momentum, coupling.length, &chain.potential});
    chain.kinetic = {};
}

} // namespace

void act(const Stream& stream, const Control* control, int kernel, const CouplingArgs& coupling,
         Action action) {
    move_chain<<<1, 1, 0, stream.get()>>>(control, kernel, coupling, action);
    check_launch("act");
}

} // namespace mdsim
