// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/graph.hpp"
#include "kernels/state/split_steps.hpp"

namespace mdsim {

/// Most step kernels of a graph pass: Control keeps a bit for each.
inline constexpr int longest_pass = 64;

/// The step kernel of a pass for split steps, where there are such.
inline constexpr int split_kernel = 0;

/// Chooses the kernels that do their steps in a pass that begins now.
MDSIM_HD void open_pass(Control& c) {
    std::int64_t until = c.steps_left;
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    std::int32_t first = 0;
    if (c.split_steps != 0) {
        first = splits_on(c, c.step) ? split_kernel : split_kernel + 1;
        at_most(steps_to_split(c));
    }
    at_most(c.pass_length - first);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    c.choose_kernels(first, first + static_cast<std::int32_t>(until) - 1);
}

/// Whether the pass that has been opened begins with a split step.
MDSIM_HD bool begins_with_split_step(const Control& c) {
    return c.split_steps != 0 && c.first_of_pass == split_kernel;
}

/// What kernels at the end of a pass decide on: branches of the graph that repeats it.
struct PassConditions {
    cudaGraphConditionalHandle again;
    cudaGraphConditionalHandle rebuild;
    /// The next pass begins with a step that is observed, or split for a thermostat alone;
    /// only where there are such.
    cudaGraphConditionalHandle observed;
    cudaGraphConditionalHandle coupled;
    bool observes;
    bool couples;
};

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
