// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/graph.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// What kernels at the end of a pass decide on: branches of the graph that repeats it.
struct PassConditions {
    cudaGraphConditionalHandle again;
    cudaGraphConditionalHandle rebuild;
    /// The next pass begins with a branch: of a step with sums, or split for a thermostat alone;
    /// only where there are such.
    cudaGraphConditionalHandle summed;
    cudaGraphConditionalHandle coupled;
    bool sums;
    bool couples;
    /// The phase of the couplings with which the next pass begins; only where bodies have phases.
    cudaGraphConditionalHandle phase;
    bool phases;
};

/// Queues what is ahead of all passes: says with which phase the first one begins.
void begin_passes(const Stream& stream, const Control* control, const PassConditions& conditions);

/// Queues the end of a pass: counts its steps, decides on a rebuild and on another pass.
void close_pass(const Stream& stream, Control* control, const PassConditions& conditions);

/// Queues the check of a list build in a pass: where it ran out of capacity the loop ends, so that
/// the host can give it more.
void check_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                    const PassConditions& conditions);

/// The same where there are several ranks: notes it in the control; the next
/// barrier reports it to all ranks, and the loop ends.
void note_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                   Control* control);
void end_without_capacity(const Stream& stream, const Control* control,
                          const PassConditions& conditions);

} // namespace mdsim
