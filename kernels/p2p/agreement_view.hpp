// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// What all ranks get. If `lost` is not zero, the ranks did not come together: the word does not
/// count then, and kernels after it must do no work that needs the others.
struct Agreed {
    unsigned long long word = 0; ///< those of all ranks, joined by bitwise or
    unsigned long long lost = 0; ///< `lost_rank` of one that was missed
};

/// How a rank is named in `Agreed::lost`.
MDSIM_HD constexpr unsigned long long lost_rank(Rank rank) {
    return static_cast<unsigned long long>(rank) + 1;
}

/// A word in two halves, each with the number of the agreement it is for (in its upper half), so
/// that what arrives tells by itself whether it is whole and new.
struct alignas(16) Letter {
    unsigned long long low;
    unsigned long long high;
};

/// What is remembered from one agreement to the next.
struct AgreementState {
    std::uint32_t epoch;       ///< how many there were
    unsigned long long lost;   ///< as in `Agreed`; stays
    unsigned long long waited; ///< for letters of other ranks, in all of them [ns]
};

/// What kernels need in order to agree. A rank's box holds, for even and for odd agreements, a
/// letter of each rank, and then one that calls off (in `low`, as `Agreed::lost`).
/// Two sets of letters suffice: who writes the next but one knows that all have read this one.
struct AgreementView {
    Letter* const* box_of; ///< [rank]
    AgreementState* state;
    Rank rank;
    int ranks;
    unsigned long long limit; ///< how long to wait for a rank [ns]

    MDSIM_HD std::size_t letter_of(Rank from, std::uint32_t epoch) const {
        return (epoch % 2) * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(from);
    }
    MDSIM_HD std::size_t calling_off() const { return 2 * static_cast<std::size_t>(ranks); }
    MDSIM_HD std::size_t box_size() const { return calling_off() + 1; }
};

/// Threads of a block that agrees: one for each rank, in whole warps, up to 256.
inline unsigned agreement_threads(int ranks) {
    constexpr unsigned warp = 32;
    constexpr unsigned most = 256;
    return std::min(most, (static_cast<unsigned>(ranks) + warp - 1) / warp * warp);
}

} // namespace mdsim
