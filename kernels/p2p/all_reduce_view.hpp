// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// What all ranks get. If `lost` is not zero, a rank did not arrive: the word is void, and later
/// kernels must do no work that needs the other ranks.
struct AllReduced {
    unsigned long long word = 0; ///< those of all ranks, joined by bitwise or
    unsigned long long lost = 0; ///< `lost_rank` of one that was missed
};

/// How a rank is named in `AllReduced::lost`.
MDSIM_HD constexpr unsigned long long lost_rank(Rank rank) {
    return static_cast<unsigned long long>(rank) + 1;
}

/// A word in two halves, each with the number of its all-reduce in the upper 32 bits. So a slot
/// shows by itself whether it is whole and new.
struct alignas(16) MailboxSlot {
    unsigned long long low;
    unsigned long long high;
};

/// What is remembered from one all-reduce to the next.
struct AllReduceState {
    std::uint32_t epoch;       ///< how many there were
    unsigned long long lost;   ///< as in `AllReduced`; stays
    unsigned long long waited; ///< for other ranks, in all of them [ns]
};

/// What kernels need for an all-reduce. The mailbox of a rank holds a slot for each rank, once for
/// even and once for odd numbers, and then one that aborts (in `low`, as `AllReduced::lost`).
/// Two sets of slots suffice: a rank that writes the next but one knows that all have read this.
struct AllReduceView {
    MailboxSlot* const* mailbox_of; ///< [rank]
    AllReduceState* state;
    Rank rank;
    int ranks;
    unsigned long long limit; ///< how long to wait for a rank [ns]

    MDSIM_HD std::size_t slot_of(Rank from, std::uint32_t epoch) const {
        MDSIM_EXPECT(0 <= from && from < ranks);
        return (epoch % 2) * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(from);
    }
    MDSIM_HD std::size_t abort_slot() const { return 2 * static_cast<std::size_t>(ranks); }
    MDSIM_HD std::size_t mailbox_size() const { return abort_slot() + 1; }
};

/// Threads of a block that does it: one for each rank, in whole warps, up to 256.
inline unsigned all_reduce_threads(int ranks) {
    MDSIM_EXPECT(ranks > 0);
    constexpr unsigned warp = 32;
    constexpr unsigned most = 256;
    return std::min(most, (static_cast<unsigned>(ranks) + warp - 1) / warp * warp);
}

} // namespace mdsim
