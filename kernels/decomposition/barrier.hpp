// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Queues an all-reduce after step kernel `kernel` of a pass: it says whether an atom was too far
/// or a fault came up, and what was sent before has arrived. Nothing happens if the step was not
/// done, which all ranks see alike. `early`: see MultiRankListCheck::queue.
void reduce_after_step(const Stream& stream, const AllReduceView& view, Control* control,
                       int kernel, bool early);

/// Queues a barrier after the round of step kernel `kernel`: what ranks sent each other has
/// arrived. `early`: as above.
void sync_after_round(const Stream& stream, const AllReduceView& view, Control* control, int kernel,
                      bool early);

/// Queues an all-reduce after the sample of step kernel `kernel`: if a sum is out of range on any
/// rank, all end the pass before the step begins.
void reduce_after_sample(const Stream& stream, const AllReduceView& view, Control* control,
                         int kernel);

/// Queues a barrier: what was sent before has arrived, and all learn whether there was no capacity.
void queue_barrier(const Stream& stream, const AllReduceView& view, Control* control);

} // namespace mdsim
