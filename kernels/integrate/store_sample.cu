// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/store_sample.hpp"

#include "core/contract.hpp"
#include "kernels/coupling/thermostat_action.cuh"

namespace mdsim {

namespace {

/// One thread.
__global__ void store(Control* control, int queued, CouplingArgs coupling, SampleArgs samples) {
    Control& c = *control;
    if (!does_step(c, queued)) return;
    const int kernel = number_in_pass(queued);
    const Step step = step_of_kernel(c, kernel);
    const SplitWork work = c.schedule.plan(step);
    if (!work.observed) return;
    DeviceSample& sample = samples.sample[c.schedule.observed.before(step)];
    ObservedSums& now = *samples.now;
    if (coupling.place != nullptr) {
        const CouplingStates& states = coupling.place->as_of(step);
        sample.thermostat = states.thermostat;
        sample.barostat = states.barostat;
    }
    if (measures_alone(work))
        for (int k = 0; k < 3; ++k) coupling.place->kinetic.sum[k] = now.kinetic.sum[k];
    const bool overflowed = now.pair.saturated != 0 || now.kinetic.saturated != 0;
    sample.sums = now;
    if (!work.for_barostat) now = {};
    if (!overflowed || samples.out_of_range == OutOfRange::is_kept) return;
    if (samples.out_of_range == OutOfRange::ends_pass)
        end_before_step(c, kernel);
    else
        c.stuck = 1;
}

} // namespace

void store_sample(const Stream& stream, Control* control, int kernel, const CouplingArgs& coupling,
                  const SampleArgs& samples) {
    store<<<1, 1, 0, stream.get()>>>(control, kernel, coupling, samples);
    check_launch("store sample");
}

} // namespace mdsim
