// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/fraction_scale.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// Lanes of a warp: tiles and groups begin at multiples of it within their cell.
inline constexpr std::uint32_t warp_lanes = 32;
/// Slots that lie in different banks of shared memory: entries of neighbouring lanes are taken from
/// different classes.
inline constexpr std::uint32_t bank_classes = 8;
/// Entries that a lane loads at once: 16 bytes.
inline constexpr std::uint32_t chunk_entries = 8;

/// A run of atoms of one cell that one thread block works on, with its j-atoms.
template <class P> struct alignas(16) DeviceTile {
    LocalIndex first;
    std::uint32_t count; ///< zero where the table has a gap
    std::uint32_t cell;
    std::uint32_t slots;      ///< j-atoms, the own atoms included
    std::uint32_t first_slot; ///< in the arena of slots
    std::uint32_t first_run;  ///< in the arena of runs: [window][potential][warp]
    Vec3<typename P::Fraction> centre;
    typename P::Fraction sent; ///< how many peers see its cell
};

/// The entries that one warp walks: so many entries, an even number, for each of its lanes, in
/// chunks of eight; behind them the last chunk is filled with dummies.
struct alignas(8) WarpEntries {
    std::uint32_t first_chunk;
    std::uint32_t entries;

    MDSIM_HD std::uint32_t chunks() const { return (entries + chunk_entries - 1) / chunk_entries; }
};

/// Eight entries of one lane, slots of j-atoms within a window.
struct alignas(16) Chunk {
    std::uint16_t entry[chunk_entries];
};

/// An entry is the slot's number times this: the place in bytes of a record of four floats, so
/// that the force loop need not shift.
inline constexpr std::uint32_t entry_unit = 16;
/// Slots that 16-bit entries can name.
inline constexpr std::uint32_t most_slots = 65536 / entry_unit;

MDSIM_HD std::uint16_t entry_of(std::uint32_t slot) {
    MDSIM_EXPECT(slot < most_slots);
    return static_cast<std::uint16_t>(slot * entry_unit);
}

/// The record that an entry names.
template <class Record>
MDSIM_HD const Record& record_at(const Record* records, std::uint32_t entry) {
    static_assert(sizeof(Record) % entry_unit == 0);
    return *reinterpret_cast<const Record*>(reinterpret_cast<const char*>(records) +
                                            entry * (sizeof(Record) / entry_unit));
}

/// An image of an atom's box, in boxes along each edge.
struct ImageCode {
    std::int8_t x, y, z, unused;
};

/// Tiles and lists as the force kernels read them.
template <class P> struct ListsView {
    const DeviceTile<P>* tiles;
    std::uint32_t tile_count; ///< entries of the table, gaps included
    std::uint32_t threads;    ///< of the block that walks a tile
    const LocalIndex* slots;
    const ImageCode* slot_image; ///< null where nearest images suffice
    const WarpEntries* runs;
    const Chunk* chunks;
    std::uint32_t window; ///< slots that shared memory holds at once; a multiple of 32
    std::uint32_t potentials;
    typename P::Real far; ///< a coordinate beyond all cutoffs [length]
};

} // namespace mdsim
