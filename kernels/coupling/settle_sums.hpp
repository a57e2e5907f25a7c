// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/delayed_coupling.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Queues the action by the sums of the step before step kernel `kernel`, or where that is negative
/// before the next pass, unless it is known already: see act_by_sums_of.
template <class P>
void settle_sums(const Stream& stream, Control* control, int kernel, const CoupledSteps& coupled,
                 const StepBoxes<P>& boxes);

} // namespace mdsim
