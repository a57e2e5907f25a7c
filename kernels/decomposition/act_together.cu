// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/act_together.hpp"

#include "kernels/decomposition/meet.cuh"
#include "kernels/integrate/move_chain.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// Writes the sums of this rank into the memory of each. All threads.
__device__ void tell(const AllReduceView& view, ToldKinetic* const* told,
                     const DeviceSums<3>& kinetic, Action action) {
    for (int to = static_cast<int>(threadIdx.x); to < view.ranks;
         to += static_cast<int>(blockDim.x))
        for (int k = 0; k < 3; ++k)
            told[to][action * view.ranks + view.rank].sum[k] = kinetic.sum[k].words();
}

/// One block.
__global__ void move_together(AllReduceView view, ToldKinetic* const* told, Control* control,
                              int kernel, CouplingArgs coupling, Action action) {
    Control& c = *control;
    if (!acts(c, kernel)) return;
    tell(view, told, coupling.chain->kinetic, action);
    // Its barriers bring what all threads wrote before the fences of those that post.
    share(view, c, 0, kernel);
    if (threadIdx.x != 0 || c.lost != 0) return;
    FixedSum::Words all[3] = {};
    for (int from = 0; from < view.ranks; ++from)
        for (int k = 0; k < 3; ++k)
            all[k] = add_words(all[k], told[view.rank][action * view.ranks + from].sum[k]);
    move_chain(coupling, action, step_of_kernel(c, kernel), all);
}

} // namespace

void act_together(const Stream& stream, const AllReduceView& view, const KineticPost& post,
                  Control* control, int kernel, const CouplingArgs& coupling, Action action) {
    move_together<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(
        view, post.table(), control, kernel, coupling, action);
    check_launch("act together");
}

} // namespace mdsim
