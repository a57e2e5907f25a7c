// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// A trial of all-reduces, as one rank saw it.
struct BarrierTrial {
    AllReduced reduced;
    unsigned count = 0;
    unsigned long long ns = 0; ///< of all of them
};

/// Queues all-reduces one right after the other: a few hundred, or fewer where one of the ranks
/// finds it long enough.
void queue_barriers(const Stream& stream, const AllReduceView& view, BarrierTrial* trial);

/// Queues the writing of `count` records to memory that may be another GPU's.
void queue_writing(const Stream& stream, uint4* to, unsigned count);

} // namespace mdsim
