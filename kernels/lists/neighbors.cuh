// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/hit_words.cuh"

namespace mdsim {

/// The neighbours of the tile's atoms as ranks of slots in their class, class after class of
/// banks. Every `parts`-th class belongs to one part, which has a column of its own for each atom.
struct Neighbors {
    std::uint8_t* rank; ///< [part][row][atom]
    /// [class][atom]: the row of the column where a class begins. The next class of its part begins
    /// where it ends; behind the classes come the ends of the parts.
    std::uint16_t* begin;
    std::uint32_t room;  ///< rows of a column
    std::uint32_t atoms; ///< of a tile
    std::uint32_t parts;

    __device__ std::uint8_t* column(std::uint32_t part, std::uint32_t atom) const {
        return rank + part * room * atoms + atom;
    }
    __device__ std::uint16_t* bound(std::uint32_t c, std::uint32_t atom) const {
        return begin + c * atoms + atom;
    }
};

/// Where the neighbours of one atom are noted: an address of shared memory, half as wide as a
/// pointer, so that the compiler need not fear for what else is there.
struct NeighborColumn {
    std::uint32_t to;
    std::uint32_t stride;

    /// Notes the rank of each bit: its place in the word, turned by `turn`.
    __device__ void add(std::uint32_t bits, std::uint32_t turn) {
        // Two at a time, from both ends.
        while (bits != 0) {
            const std::uint32_t low = bits & (0u - bits);
            const std::uint32_t last = leading_bit(bits);
            const std::uint32_t first = leading_bit(low);
            note(to, last ^ turn);
            if (last != first) note(to + stride, first ^ turn);
            to += last != first ? 2 * stride : stride;
            bits &= ~(low | 1u << last);
        }
    }

  private:
    __device__ static std::uint32_t leading_bit(std::uint32_t bits) {
        return 31 - static_cast<std::uint32_t>(__clz(static_cast<int>(bits)));
    }
    __device__ static void note(std::uint32_t address, std::uint32_t rank) {
        asm volatile("st.shared.u8 [%0], %1;" ::"r"(address), "r"(rank));
    }
};

/// Where an atom itself is among the slots of a window; it is not its own neighbour.
struct OwnSlot {
    std::uint32_t c;
    std::uint32_t word; ///< beyond all words if it is in another window
    std::uint32_t bit;

    __device__ OwnSlot(std::uint32_t slot, const WindowPoints& window)
        : c(slot % bank_classes), word(slot / bank_classes / word_ranks),
          bit(1u << (slot / bank_classes % word_ranks ^ flipped_bit())) {
        if (slot >= window.count) word = ~0u;
    }
};

/// Finds the neighbours of one atom a lane in the classes of a part. `ranges` adds, to the tests of
/// a word, what depends on types. Returns the most that an atom has, which may be more than there
/// is room for. One warp.
template <class Ranges>
__device__ std::uint32_t
find_neighbors(const TestAtom& atom, std::uint32_t mine, std::uint32_t part, const OwnSlot& own,
               const WindowPoints& window, const Neighbors& neighbors, const Ranges& ranges) {
    const TestOperands operands(atom);
    const std::uint32_t words = window.words();
    NeighborColumn column{
        static_cast<std::uint32_t>(__cvta_generic_to_shared(neighbors.column(part, mine))),
        neighbors.atoms};
    constexpr std::uint32_t word_places = WindowPoints::place(word_ranks);
    const std::uint32_t class_places = WindowPoints::place(window.ranks);
    std::uint32_t found = 0;
    std::uint32_t place = part * class_places + column_place();
    // The next word is tested while the neighbours of this one are noted.
    WordSums next = test_word(operands, window, place, ranges);
    for (std::uint32_t c = part; c < bank_classes; c += neighbors.parts) {
        *neighbors.bound(c, mine) = static_cast<std::uint16_t>(found);
        const std::uint32_t own_word = c == own.c ? own.word : ~0u;
        const std::uint32_t last_class = c + neighbors.parts >= bank_classes;
        for (std::uint32_t w = 0; w < words; ++w) {
            std::uint32_t bits = hit_bits(next);
            if (w + 1 < words)
                place += word_places;
            else if (!last_class)
                place += neighbors.parts * class_places - w * word_places;
            next = test_word(operands, window, place, ranges);
            if (w == own_word) bits &= ~own.bit;
            found += static_cast<std::uint32_t>(__popc(bits));
            if (found <= neighbors.room) column.add(bits, w * word_ranks ^ flipped_bit());
        }
    }
    *neighbors.bound(bank_classes + part, mine) = static_cast<std::uint16_t>(found);
    return warp_largest(found);
}

} // namespace mdsim
