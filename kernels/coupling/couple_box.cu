// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/coupling/couple_box.hpp"

#include "core/contract.hpp"
#include "kernels/coupling/box_action.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/overlapped.hpp"
#include "kernels/state/current_step.cuh"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

namespace {

constexpr unsigned acting_threads = 2 * warp_lanes;

/// One block, whose threads all compute the same. What does not follow from the sums is prepared
/// while the kernel before ends.
template <class P, class Barostat, class Thermostat>
__global__ void act_on_box_alone(Control* control, int queued, Barostat barostat,
                                 Thermostat thermostat, CouplingArgs coupling, ObservedSums* now,
                                 StepBoxes<P> boxes) {
    if (left_out(*control, queued)) return pass_over();
    const int kernel = number_in_pass(queued);
    const StepOfBox step = step_of_box(*control, boxes, step_of_kernel(*control, kernel));
    const SplitWork work = control->schedule.plan(step.step);
    const auto within = thermostat_within(thermostat, work.for_barostat && work.for_thermostat,
                                          coupling, *control, step.step);
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (left_out(*control, queued)) return;
    // Of a step on which an action comes that is known already, the sums are only cleared.
    if (!work.for_barostat) return work.rescales ? clear_sums(*now) : void();
    const BoxSums sums = box_sums_of(*now);
    const NextBox next = act_on_box(barostat, within, coupling, sums, step);
    __syncthreads();
    clear_sums(*now);
    go_on_in(next, boxes, step, coupling, *control, kernel);
}

} // namespace

template <class P>
void couple_box(const Stream& stream, Control* control, int kernel,
                const BoxCouplingArgs<P>& action, bool early) {
    MDSIM_EXPECT(action.coupling.place != nullptr && action.coupling.barostat.every > 0);
    with_couplings(action, [&](const auto& barostat, const auto& thermostat) {
        launch_kernel(stream, {1, acting_threads, 0}, early,
                      act_on_box_alone<P, std::decay_t<decltype(barostat)>,
                                       std::decay_t<decltype(thermostat)>>,
                      control, kernel, barostat, thermostat, action.coupling, action.now,
                      action.boxes);
    });
}

template void couple_box(const Stream&, Control*, int, const BoxCouplingArgs<MixedPrecision>&,
                         bool);
template void couple_box(const Stream&, Control*, int, const BoxCouplingArgs<DoublePrecision>&,
                         bool);

} // namespace mdsim
