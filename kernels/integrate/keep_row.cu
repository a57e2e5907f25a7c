// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/keep_row.hpp"

#include "kernels/state/split_steps.hpp"

namespace mdsim {

namespace {

__device__ void keep_chain(const DeviceChain& chain, DeviceRow& row) {
    for (int k = 0; k < longest_chain; ++k) row.momentum[k] = chain.momentum[k];
    row.potential = chain.potential;
}

/// One thread.
__global__ void keep(Control* control, int kernel, CouplingArgs coupling, RowArgs rows) {
    Control& c = *control;
    if (!does_step(c, kernel)) return;
    const Step step = step_of_kernel(c, kernel);
    DeviceRow& row = rows.row[(step - c.first_observed) / c.observe_every];
    ObservedSums& now = *rows.now;
    if (coupling.chain != nullptr) keep_chain(*coupling.chain, row);
    if (couples_on(c, step))
        for (int k = 0; k < 3; ++k) coupling.chain->kinetic.sum[k] = now.kinetic.sum[k];
    const bool overflowed = now.pair.saturated != 0 || now.kinetic.saturated != 0;
    row.sums = now;
    now = {};
    if (overflowed && rows.alone)
        end_with_row(c, kernel);
    else if (overflowed)
        c.overflowed = 1;
}

} // namespace

void keep_row(const Stream& stream, Control* control, int kernel, const CouplingArgs& coupling,
              const RowArgs& rows) {
    keep<<<1, 1, 0, stream.get()>>>(control, kernel, coupling, rows);
    check_launch("keep row");
}

} // namespace mdsim
