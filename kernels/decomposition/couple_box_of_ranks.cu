// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "kernels/coupling/box_action.cuh"
#include "kernels/decomposition/barrier.cuh"
#include "kernels/decomposition/couple_ranks.hpp"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// Writes the sums of this rank into the memory of each. All threads.
__device__ void send_sums(const AllReduceView& view, RankSums* const* received,
                          const BoxSums& sums) {
    for (int to = static_cast<int>(threadIdx.x); to < view.ranks;
         to += static_cast<int>(blockDim.x)) {
        RankSums& there = received[to][view.rank];
        for (int k = 0; k < 6; ++k) {
            there.kinetic[k] = sums.kinetic[k];
            there.virial[k] = sums.virial[k];
        }
    }
}

/// The sums of all ranks, which have arrived.
__device__ BoxSums received_sums(const AllReduceView& view, RankSums* const* received,
                                 unsigned long long saturated) {
    BoxSums all{};
    for (int from = 0; from < view.ranks; ++from) {
        const RankSums& one = received[view.rank][from];
        for (int k = 0; k < 6; ++k) {
            all.kinetic[k] = add_words(all.kinetic[k], one.kinetic[k]);
            all.virial[k] = add_words(all.virial[k], one.virial[k]);
        }
    }
    all.saturated = saturated != 0 ? 1 : 0;
    return all;
}

/// One block.
template <class P, class Barostat, class Thermostat>
__global__ void act_together(AllReduceView view, RankSums* const* received, Control* control,
                             int queued, Barostat barostat, Thermostat thermostat,
                             CouplingArgs coupling, ObservedSums* now, StepBoxes<P> boxes) {
    Control& c = *control;
    if (!does_step(c, queued)) return;
    const int kernel = number_in_pass(queued);
    const StepOfBox step = step_of_box(c, boxes, step_of_kernel(c, kernel));
    const SplitWork work = c.schedule.plan(step.step);
    // Of a step on which an action comes that is known already, the sums are only cleared.
    if (!work.for_barostat) return work.rescales ? clear_sums(*now) : void();
    const BoxSums mine = box_sums_of(*now);
    send_sums(view, received, mine);
    const auto within = thermostat_within(thermostat, work.for_thermostat, coupling, c, step.step);
    // Its barriers bring what all threads wrote before the fences of those that post.
    const unsigned long long saturated = all_reduce_or_end(view, c, mine.saturated, kernel);
    __shared__ bool lost;
    if (threadIdx.x == 0) lost = c.lost != 0;
    __syncthreads();
    clear_sums(*now);
    if (lost) return;
    const BoxSums all = received_sums(view, received, saturated);
    const NextBox next = act_on_box(barostat, within, coupling, all, step);
    go_on_in(next, boxes, step, coupling, c, kernel);
}

} // namespace

template <class P>
void couple_box_of_ranks(const Stream& stream, const AllReduceView& view,
                         const SumsExchange& exchange, Control* control, int kernel,
                         const BoxCouplingArgs<P>& action) {
    // Two warps at least: see OnTwoWarps.
    const unsigned threads = std::max(2 * unsigned{warp_lanes}, all_reduce_threads(view.ranks));
    with_couplings(action, [&](const auto& barostat, const auto& thermostat) {
        act_together<P><<<1, threads, 0, stream.get()>>>(view, exchange.table(), control, kernel,
                                                         barostat, thermostat, action.coupling,
                                                         action.now, action.boxes);
    });
    check_launch("couple box of ranks");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void couple_box_of_ranks(const Stream&, const AllReduceView&, const SumsExchange&,    \
                                      Control*, int, const BoxCouplingArgs<P>&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
