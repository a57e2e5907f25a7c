// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// How sites are packed: positions that both sides hold predict the next one, and only what the
/// prediction misses travels, in as few bits as a group of atoms needs.
///
/// A group is 32 atoms. A code is one word of header a group, then the columns (x, y, z, type) of
/// one group after the other; a column of width w is 32 numbers of w bits, which are w words.
namespace site_code {

inline constexpr std::uint32_t group_atoms = 32;
inline constexpr std::uint32_t columns = 4;
/// The most positions that a prediction is made from.
inline constexpr std::uint32_t most_held = 5;

template <class Fraction> using Word = std::make_unsigned_t<Fraction>;

MDSIM_HD constexpr std::size_t groups_for(std::size_t atoms) {
    return (atoms + group_atoms - 1) / group_atoms;
}

/// The most words that the code of so many atoms takes.
template <class Fraction> MDSIM_HD constexpr std::size_t most_words(std::size_t atoms) {
    return groups_for(atoms) * (1 + columns * 8 * sizeof(Fraction));
}

/// What a header says of its group.
struct Header {
    std::uint32_t order = 1;                     ///< positions that predict, 1 to most_held
    std::uint32_t width[columns] = {0, 0, 0, 0}; ///< of each column [bits]

    /// The words of the group behind the headers.
    MDSIM_HD std::uint32_t words() const { return width[0] + width[1] + width[2] + width[3]; }
    /// Words of the group before a column.
    MDSIM_HD std::uint32_t words_before(std::uint32_t column) const {
        std::uint32_t sum = 0;
        for (std::uint32_t c = 0; c < column; ++c) sum += width[c];
        return sum;
    }
    MDSIM_HD std::uint32_t packed() const {
        return width[0] | width[1] << 7 | width[2] << 14 | width[3] << 21 | order << 28;
    }
    MDSIM_HD static Header unpacked(std::uint32_t word) {
        constexpr std::uint32_t mask = 127;
        return {word >> 28, {word & mask, word >> 7 & mask, word >> 14 & mask, word >> 21 & mask}};
    }
};

/// Small numbers for what is near zero on either side: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
template <class W> MDSIM_HD constexpr W folded(W difference) {
    return static_cast<W>(difference << 1) ^
           static_cast<W>(W{0} - (difference >> (8 * sizeof(W) - 1)));
}
template <class W> MDSIM_HD constexpr W unfolded(W number) {
    return static_cast<W>(number >> 1) ^ static_cast<W>(W{0} - (number & 1));
}

/// What the last positions of one coordinate tell of the next, modulo the edge of the box: the last
/// one and its backward differences (Newton's interpolation, extended by one step). The prediction
/// from k positions is the sum of the first k; exact where the k-th difference is zero.
template <class W> struct Held {
    W difference[most_held];

    /// What the prediction from each number of positions misses of `now`: element k - 1 is that
    /// from k of them.
    MDSIM_HD void misses(W now, W (&missed)[most_held]) const {
        W rest = now;
        for (std::uint32_t k = 0; k < most_held; ++k) {
            rest = static_cast<W>(rest - difference[k]);
            missed[k] = rest;
        }
    }
    /// The coordinate that the prediction from `order` positions misses by this.
    MDSIM_HD W found(W missed, std::uint32_t order) const {
        W now = missed;
        for (std::uint32_t k = 0; k < most_held; ++k)
            if (k < order) now = static_cast<W>(now + difference[k]);
        return now;
    }
    MDSIM_HD void push(W now) {
        for (std::uint32_t k = 0; k < most_held; ++k) {
            const W next = static_cast<W>(now - difference[k]);
            difference[k] = now;
            now = next;
        }
    }
};

} // namespace site_code

} // namespace mdsim
