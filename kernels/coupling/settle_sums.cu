// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/coupling/settle_sums.hpp"

#include "kernels/coupling/delayed_action.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

template <class P>
__global__ void settle(Control* control, int queued, CoupledSteps coupled, StepBoxes<P> boxes) {
    Control& c = *control;
    if (!does_step(c, queued)) return;
    const Step next = queued < 0 ? c.step : step_of_kernel(c, number_in_pass(c, queued));
    if (measures(c, next - 1)) act_by_sums_of(next - 1, *coupled.coupling, c, boxes);
}

} // namespace

template <class P>
void settle_sums(const Stream& stream, Control* control, int kernel, const CoupledSteps& coupled,
                 const StepBoxes<P>& boxes) {
    settle<P><<<1, acting_threads, 0, stream.get()>>>(control, kernel, coupled, boxes);
    check_launch("settle sums");
}

template void settle_sums(const Stream&, Control*, int, const CoupledSteps&,
                          const StepBoxes<MixedPrecision>&);
template void settle_sums(const Stream&, Control*, int, const CoupledSteps&,
                          const StepBoxes<DoublePrecision>&);

} // namespace mdsim
