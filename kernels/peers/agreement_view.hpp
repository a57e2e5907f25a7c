// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// What a rank contributes to an agreement; these here change nothing.
struct AgreementWords {
    unsigned long long any[2] = {0, 0};                                   ///< joined by bitwise or
    unsigned long long least[2] = {~std::uint64_t{0}, ~std::uint64_t{0}}; ///< the smallest is taken

    static constexpr unsigned count = 4;
    MDSIM_HD unsigned long long word(unsigned k) const { return k < 2 ? any[k] : least[k - 2]; }
    /// The word that changes nothing.
    MDSIM_HD static constexpr unsigned long long neutral(unsigned k) {
        return k < 2 ? 0 : ~std::uint64_t{0};
    }
};

/// What all ranks get. If `lost` is not zero, the ranks did not come together: no word counts then,
/// and kernels after it must do no work that needs the others.
struct Agreed {
    AgreementWords words;
    unsigned long long lost = 0; ///< `lost_rank`, perhaps with `called_off`
};

/// How a rank is named in `Agreed::lost`.
MDSIM_HD constexpr unsigned long long lost_rank(Rank rank) {
    return static_cast<unsigned long long>(rank) + 1;
}
/// Beside it: the rank did not stay away, its host called the agreement off.
inline constexpr unsigned long long called_off = std::uint64_t{1} << 32;

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
/// letter of each rank for each word, and then one that calls off (in `low`, as `Agreed::lost`).
/// Two sets of letters suffice: who writes the next but one knows that all have read this one.
struct AgreementView {
    Letter* const* box_of; ///< [rank]
    AgreementState* state;
    Rank rank;
    int ranks;
    unsigned long long limit; ///< how long to wait for a rank [ns]

    MDSIM_HD std::size_t letter_of(Rank from, unsigned word, std::uint32_t epoch) const {
        return ((epoch % 2) * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(from)) *
                   AgreementWords::count +
               word;
    }
    MDSIM_HD std::size_t calling_off() const { return letter_of(0, 0, 1) * 2; }
    MDSIM_HD std::size_t box_size() const { return calling_off() + 1; }
};

} // namespace mdsim
