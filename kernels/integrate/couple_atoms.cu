// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/couple_atoms.hpp"

#include "kernels/integrate/advance_chain.cuh"

namespace mdsim {

namespace {

/// One thread.
__global__ void propagate_alone(const Control* control, int kernel, CouplingArgs coupling,
                                Action action) {
    if (!acts(*control, kernel)) return;
    FixedSum::Words kinetic[3];
    for (int k = 0; k < 3; ++k) kinetic[k] = coupling.chain->kinetic.sum[k].words();
    advance_chain(coupling, action, step_of_kernel(*control, kernel), kinetic);
}

} // namespace

void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const CouplingArgs& coupling, Action action) {
    propagate_alone<<<1, 1, 0, stream.get()>>>(control, kernel, coupling, action);
    check_launch("couple atoms");
}

} // namespace mdsim
