// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/graph.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Most step kernels of a turn: Control keeps a bit for each.
inline constexpr int longest_turn = 64;

/// Whether a thermostat acts in step kernel `kernel` of each turn that does it: in all of them, or,
/// where it rests between steps, in the first, which other turns leave out.
MDSIM_HD bool couples_in(std::int64_t couple_every, int kernel) {
    return couple_every == 1 || (couple_every > 1 && kernel == 0);
}

/// Chooses the kernels that do their steps in a turn that begins now.
MDSIM_HD void open_turn(Control& c) {
    std::int64_t until = c.steps_left;
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    std::int32_t first = 0;
    if (c.couple_every > 1) {
        const std::int64_t rested = (c.step - c.first_coupled) % c.couple_every;
        first = rested == 0 ? 0 : 1;
        at_most(c.couple_every - rested);
    }
    at_most(c.turn_length - first);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    c.choose_kernels(first, first + static_cast<std::int32_t>(until) - 1);
}

/// Queues the end of a turn: counts its steps, decides on a rebuild and on another turn.
void close_turn(const Stream& stream, Control* control, cudaGraphConditionalHandle rebuild,
                cudaGraphConditionalHandle again);

/// Queues the check of a list build in a turn: where it found no room the loop ends, so that the
/// host can give it more.
void check_room(const Stream& stream, const ListUse* use, const ListRoom& room,
                cudaGraphConditionalHandle again);

/// The same where there are several ranks: notes it in the control, for all to learn when they
/// meet; then the loop ends.
void note_room(const Stream& stream, const ListUse* use, const ListRoom& room, Control* control);
void end_without_room(const Stream& stream, const Control* control,
                      cudaGraphConditionalHandle again);

} // namespace mdsim
