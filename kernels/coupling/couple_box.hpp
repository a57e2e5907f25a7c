// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/observed_sums.hpp"
#include "kernels/state/step_boxes.hpp"
#include "physics/coupling/barostats.hpp"

namespace mdsim {

/// The action of a barostat on the steps of a batch.
template <class P> struct BoxCouplingArgs {
    AnyBarostat barostat;
    std::optional<AnyThermostat> thermostat; ///< that acts within, on the steps of its own
    CouplingArgs coupling;
    ObservedSums* now; ///< of this rank's atoms
    StepBoxes<P> boxes;
};

/// Queues the action of step kernel `kernel` on a rank that is alone, if the barostat acts on its
/// step: it acts by the sums, which become zero, leaves the factors of velocities, and writes the
/// boxes of the steps up to its next action. Where a sum is out of range, or no box can change so
/// much in a step, the pass ends before the step begins; where the box leaves its frame, the batch
/// ends with the step. `early`: it may start while the kernel before it ends, which is one of the
/// same step and leaves the state as it is.
template <class P>
void couple_box(const Stream& stream, Control* control, int kernel,
                const BoxCouplingArgs<P>& action, bool early);

} // namespace mdsim
