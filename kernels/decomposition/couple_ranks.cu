// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/couple_ranks.hpp"

#include "kernels/coupling/thermostat_action.cuh"
#include "kernels/decomposition/barrier.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// Writes the sums of this rank into the memory of each. All threads.
__device__ void send_kinetic(const AllReduceView& view, RankSums* const* received,
                             const DeviceSums<3>& kinetic) {
    for (int to = static_cast<int>(threadIdx.x); to < view.ranks;
         to += static_cast<int>(blockDim.x))
        for (int k = 0; k < 3; ++k) received[to][view.rank].kinetic[k] = kinetic.sum[k].words();
}

/// One block.
template <class Thermostat>
__global__ void act_together(AllReduceView view, RankSums* const* received, Control* control,
                             int queued, Thermostat thermostat, CouplingArgs coupling) {
    Control& c = *control;
    if (!does_step(c, queued)) return;
    const int kernel = number_in_pass(queued);
    const Step step = step_of_kernel(c, kernel);
    const SplitWork work = c.schedule.plan(step);
    if (!measures_alone(work)) {
        // Of a step on which an action comes that is known already.
        if (threadIdx.x == 0 && work.couples) coupling.place->kinetic = {};
        return;
    }
    send_kinetic(view, received, coupling.place->kinetic);
    const auto prepared = thermostat.prepare(action_on(coupling, c, step));
    // Its barriers bring what all threads wrote before the fences of those that post.
    all_reduce_or_end(view, c, 0, kernel);
    if (threadIdx.x != 0 || c.lost != 0) return;
    FixedSum::Words all[3] = {};
    for (int from = 0; from < view.ranks; ++from)
        for (int k = 0; k < 3; ++k)
            all[k] = add_words(all[k], received[view.rank][from].kinetic[k]);
    act_by_heat(thermostat, prepared, step, energy_of(all), coupling);
}

} // namespace

void couple_ranks(const Stream& stream, const AllReduceView& view, const SumsExchange& exchange,
                  Control* control, int kernel, const AnyThermostat& thermostat,
                  const CouplingArgs& coupling) {
    std::visit(
        [&](const auto& t) {
            act_together<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(
                view, exchange.table(), control, kernel, t, coupling);
        },
        thermostat);
    check_launch("couple ranks");
}

} // namespace mdsim
