// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/graph.hpp"
#include "kernels/state/pauses.hpp"

namespace mdsim {

/// Most step kernels of a turn: Control keeps a bit for each.
inline constexpr int longest_turn = 64;

/// The step kernel of a turn for steps that pause between their half kicks, where there are such.
inline constexpr int pausing_kernel = 0;

/// Chooses the kernels that do their steps in a turn that begins now.
MDSIM_HD void open_turn(Control& c) {
    std::int64_t until = c.steps_left;
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    std::int32_t first = 0;
    if (c.pauses != 0) {
        first = pauses_on(c, c.step) ? pausing_kernel : pausing_kernel + 1;
        at_most(steps_to_pause(c));
    }
    at_most(c.turn_length - first);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    c.choose_kernels(first, first + static_cast<std::int32_t>(until) - 1);
}

/// Whether the turn that has been opened begins with a step that pauses.
MDSIM_HD bool begins_with_pause(const Control& c) {
    return c.pauses != 0 && c.first_of_turn == pausing_kernel;
}

/// What kernels at the end of a turn decide on: branches of the graph that repeats it.
struct TurnConditions {
    cudaGraphConditionalHandle again;
    cudaGraphConditionalHandle rebuild;
    /// The next turn begins with a step that is observed, or that pauses for a thermostat alone;
    /// only where there are such.
    cudaGraphConditionalHandle observed;
    cudaGraphConditionalHandle coupled;
    bool observes;
    bool couples;
};

/// Queues the end of a turn: counts its steps, decides on a rebuild and on another turn.
void close_turn(const Stream& stream, Control* control, const TurnConditions& conditions);

/// Queues the check of a list build in a turn: where it found no room the loop ends, so that the
/// host can give it more.
void check_room(const Stream& stream, const ListUse* use, const ListRoom& room,
                const TurnConditions& conditions);

/// The same where there are several ranks: notes it in the control; the next
/// barrier tells all ranks, and the loop ends.
void note_room(const Stream& stream, const ListUse* use, const ListRoom& room, Control* control);
void end_without_room(const Stream& stream, const Control* control,
                      const TurnConditions& conditions);

} // namespace mdsim
