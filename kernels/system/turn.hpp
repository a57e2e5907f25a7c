// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/graph.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Most step kernels of a turn: Control keeps a bit for each.
inline constexpr int longest_turn = 64;

/// The last kernel that does its step in a turn that begins now.
MDSIM_HD std::int32_t last_of_next_turn(const Control& c) {
    std::int64_t steps = c.turn_length;
    if (c.steps_left < steps) steps = c.steps_left;
    if (c.rebuild_every > 0) {
        const std::int64_t until = c.last_rebuild + c.rebuild_every - c.step;
        if (until < steps) steps = until > 0 ? until : 1;
    }
    return static_cast<std::int32_t>(steps) - 1;
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
