// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Queues a meeting of all ranks after step kernel `kernel` of a turn: all learn whether an atom
/// was too far or a fault came up, and what was sent before has arrived. Nothing happens if the
/// step was not done, which all ranks see alike. `early`: see CheckTogether::queue.
void meet_after_step(const Stream& stream, const AllReduceView& view, Control* control, int kernel,
                     bool early);

/// Queues a meeting of all ranks after the row of step kernel `kernel`: all learn whether a sum of
/// one is out of range, and end the turn before the step begins.
void meet_after_row(const Stream& stream, const AllReduceView& view, Control* control, int kernel);

/// Queues a meeting: what was sent before has arrived, and all learn whether there was no room.
void meet(const Stream& stream, const AllReduceView& view, Control* control);

} // namespace mdsim
