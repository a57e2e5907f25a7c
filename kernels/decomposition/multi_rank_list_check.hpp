// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/find_missing_pairs.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/runtime/device_buffer.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// What blocks of a check share in memory of the device; zero at first.
struct ListCheckState {
    unsigned long long passed = 0; ///< the number of the last all-reduce after a step
    unsigned searched = 0;         ///< blocks that have searched
};

/// The check of lists after a step of several ranks: an all-reduce, noting the displaced
/// atoms of the halo, a search for missing pairs, and another all-reduce. There are two kernels, as
/// after most steps no atom was too far and nothing follows the first all-reduce.
template <class P> class MultiRankListCheck {
  public:
    MultiRankListCheck();

    /// To be queued before the first check of a batch.
    void begin(const Stream& stream) { stream.zero(state_.data(), 1); }

    /// Queues it after step kernel `kernel` of a pass. `early`: its kernels may start before those
    /// before them have ended, which takes room on the GPU that other ranks must not need.
    void queue(const Stream& stream, const AllReduceView& view, const MissingPairSearch<P>& search,
               int kernel, bool early);

  private:
    Buffer<ListCheckState, Device> state_{1};
    unsigned most_noting_blocks_; ///< that share the cells of the halo
};

} // namespace mdsim
