// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/neighbor_masks.cuh"

namespace mdsim {

/// The neighbours of the tile's atoms as ranks of slots in their class, class after class of
/// banks. Every `parts`-th class belongs to one part, which has a column of its own for each atom.
struct Neighbors {
    std::uint8_t* rank; ///< [part][atom][row]
    /// [class][atom]: the row of the column where a class begins. The next class of its part begins
    /// where it ends; behind the classes come the ends of the parts.
    std::uint16_t* begin;
    std::uint32_t capacity; ///< rows of a column
    std::uint32_t atoms;    ///< of a tile

    /// The bytes of a column: an odd number of words, so that lanes which are about as far in their
    /// columns use different banks.
    MDSIM_HD static constexpr std::uint32_t column_bytes(std::uint32_t capacity) {
        return ((capacity + 3) / 4 | 1) * 4;
    }
    __device__ std::uint8_t* column(std::uint32_t part, std::uint32_t atom) const {
        return rank + (part * atoms + atom) * column_bytes(capacity);
    }
    __device__ std::uint16_t* bound(std::uint32_t c, std::uint32_t atom) const {
        return begin + c * atoms + atom;
    }
};

/// Where the neighbours of one atom are noted: an address of shared memory, half as wide as a
/// pointer, so that the compiler need not fear for what else is there.
struct NeighborColumn {
    std::uint32_t to;

    /// Notes the rank of each of `count` bits: its place in the word, turned by `turn`.
    __device__ void add(std::uint32_t bits, std::uint32_t count, std::uint32_t turn) {
        std::uint32_t front = to;
        to += count;
        // Two at a time, from both ends; where they meet both write the same.
        for (std::uint32_t back = to - 1; bits != 0; --back) {
            const std::uint32_t low = bits & (0u - bits);
            const std::uint32_t last = leading_bit(bits);
            note(front, leading_bit(low) ^ turn);
            note(back, last ^ turn);
            bits = bits & ~low & ~(1u << last);
            ++front;
        }
    }

  private:
    __device__ static std::uint32_t leading_bit(std::uint32_t bits) {
        std::uint32_t place;
        asm("bfind.u32 %0, %1;" : "=r"(place) : "r"(bits));
        return place;
    }
    __device__ static void note(std::uint32_t address, std::uint32_t rank) {
        asm volatile("st.shared.u8 [%0], %1;" ::"r"(address), "r"(rank));
    }
};

/// Where an atom itself is among the slots of a window; it is not its own neighbour.
struct OwnSlot {
    std::uint32_t number; ///< that the lane reads of its word; none if its point is not there
    std::uint32_t others; ///< all bits of the word but its own

    __device__ OwnSlot(std::uint32_t slot, const SharedWindow& window) {
        const std::uint32_t rank = slot / bank_classes;
        const std::uint32_t word =
            (slot % bank_classes - window.first_class) * window.words + rank / word_ranks;
        number = slot < window.count && window.holds(slot) ? number_of_word(word) : ~0u;
        // Out of another lane's hands the compiler keeps it, and does not compute it at each word.
        others = __shfl_xor_sync(all_lanes, ~(1u << (rank % word_ranks ^ flipped_bit())), 0);
    }
};

/// Finds the neighbours of one atom a lane in those classes of a part that are there, behind those
/// of the classes before. `ranges` adds, to the tests of a word, what depends on types. Returns the
/// most that an atom has so far, which may be more than there is capacity for. One warp.
template <std::uint32_t parts, class Ranges>
__device__ std::uint32_t
find_neighbors(const TestAtom& atom, std::uint32_t mine, std::uint32_t part, const OwnSlot& own,
               const SharedWindow& window, const Neighbors& neighbors, const Ranges& ranges) {
    const TestOperands operands(atom);
    std::uint32_t found = window.first_class == 0 ? 0 : *neighbors.bound(bank_classes + part, mine);
    NeighborColumn column{
        static_cast<std::uint32_t>(__cvta_generic_to_shared(neighbors.column(part, mine))) + found};
    std::uint32_t number = number_of_word(part * window.words);
    // The next word is tested while the neighbours of this one are noted.
    WordSums next = test_word(operands, window, number, ranges);
    const std::uint32_t end = window.first_class + window.classes;
    for (std::uint32_t c = window.first_class + part; c < end; c += parts) {
        *neighbors.bound(c, mine) = static_cast<std::uint16_t>(found);
        for (std::uint32_t w = 0; w < window.words; ++w) {
            std::uint32_t bits = neighbor_mask(next);
            if (number == own.number) bits &= own.others;
            number += word_numbers;
            // What is read ahead behind the last class is not used.
            if (parts > 1 && w + 1 == window.words && c + parts < end)
                number += (parts - 1) * window.words * word_numbers;
            next = test_word(operands, window, number, ranges);
            const auto hits = static_cast<std::uint32_t>(__popc(bits));
            found += hits;
            if (found <= neighbors.capacity) column.add(bits, hits, w * word_ranks ^ flipped_bit());
        }
    }
    *neighbors.bound(bank_classes + part, mine) = static_cast<std::uint16_t>(found);
    return warp_largest(found);
}

} // namespace mdsim
