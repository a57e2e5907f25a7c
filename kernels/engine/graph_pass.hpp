// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/pass_bodies.hpp"
#include "kernels/runtime/graph.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// What kernels at the end of a pass decide on: branches of the graph that repeats it, or the body
/// that comes next.
struct PassConditions {
    cudaGraphConditionalHandle again;
    // Branches, where all passes have one body.
    cudaGraphConditionalHandle rebuild;
    /// The next pass begins with a branch: of a step with sums, or split for a thermostat alone;
    /// only where there are such.
    cudaGraphConditionalHandle summed;
    cudaGraphConditionalHandle coupled;
    bool sums;
    bool couples;
    /// Whether each pass is one of many bodies, what these are, and the number of the next one.
    bool chooses;
    PassBodies bodies;
    cudaGraphConditionalHandle body;
};

/// Queues what is ahead of passes that choose their bodies: says with which phase the first begins.
void begin_passes(const Stream& stream, const Control* control, const PassConditions& conditions);

/// Queues the end of a pass: counts its steps, decides on a rebuild and on another pass.
void close_pass(const Stream& stream, Control* control, const PassConditions& conditions);

/// Queues resume_passes().
void queue_resume(const Stream& stream, Control* control, Step at, Step next);

/// Queues the check of a list build in a pass: where it ran out of capacity the loop ends ahead of
/// the next step, so that the host can give it more.
void check_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                    Control* control, const PassConditions& conditions);

/// The same where there are several ranks: notes it in the control; the next
/// barrier reports it to all ranks, and the loop ends.
void note_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                   Control* control);
void end_without_capacity(const Stream& stream, Control* control, const PassConditions& conditions);

} // namespace mdsim
