// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contract.hpp"
#include "core/vec3.hpp"
#include "cpu/chunk_arena.hpp"
#include "ops/canonical_order.hpp"
#include "state/tile.hpp"

namespace mdsim {

/// The neighbour entries of one group of lanes, for one potential and one window of slots.
///
/// They form a table with a column for each lane: row k holds the k-th neighbour of each lane, or
/// entry 0 as padding. In memory the table is cut into blocks of `row_block` rows. In a block the
/// entries of each lane are consecutive, so that neighbours are written in the order in which they
/// are found.
struct EntryRun {
    static constexpr std::uint32_t row_block = 8;

    const std::uint16_t* entries = nullptr;
    std::uint32_t rows = 0;

    /// The index in `entries` of what stands in this row of this lane.
    static constexpr std::size_t place(std::uint32_t row, std::uint32_t lane) {
        MDSIM_EXPECT(lane < group_lanes);
        return (std::size_t{row / row_block} * group_lanes + lane) * row_block + row % row_block;
    }
    /// How many entries `count` rows take, rounded up to whole blocks.
    static constexpr std::size_t capacity(std::uint32_t count) {
        return place((count + row_block - 1) / row_block * row_block, 0);
    }
};

/// A tile with its j-atoms and its full neighbour list, as the CPU kernels walk it.
///
/// The j-atoms are all atoms within list range of the tile, its own atoms included, in the order of
/// the global grid; their numbers are the *slots*. Each step gathers them into scratch memory, as
/// *records*: real numbers relative to the tile centre. A *window* is a run of slots that a 16-bit
/// entry can address. The first record of a window is a dummy far away, which the padding of the
/// entries names.
template <class P> struct ListedTile : Tile<P> {
    std::span<const LocalIndex> slots;
    std::span<const Vec3<double>> slot_shift; ///< small boxes only: reference position relative to
                                              ///< the centre, in units of the fraction
    std::span<const std::uint32_t> lane_record; ///< the scratch record of each lane's own atom
    std::span<const std::uint16_t> lane_atom;   ///< each lane's atom in the tile, in entry units
    std::span<const EntryRun> runs;             ///< [potential][window][group]
    std::uint32_t groups = 0;
    std::uint32_t windows = 0;

    /// The runs of the potential with this number.
    std::span<const EntryRun> runs_of(std::size_t potential) const {
        const std::size_t each = std::size_t{windows} * groups;
        return runs.subspan(potential * each, each);
    }
};

/// How slots are numbered in scratch memory. An entry is a distance from the start of its window,
/// in units of 8 bytes.
template <class P> struct SlotLayout {
    static constexpr std::uint32_t record_bytes = 4 * sizeof(typename P::Real);
    static constexpr std::uint32_t entry_units = record_bytes / 8;
    static constexpr std::uint32_t window_records = 65535 / entry_units + 1; ///< with the dummy

    static std::uint32_t window_of(std::uint32_t slot) { return slot / (window_records - 1); }
    static std::uint32_t record_of(std::uint32_t slot) { return slot + 1 + window_of(slot); }
    /// The code of a slot: the window in the high 16 bits, the entry in the low 16 bits. Codes rise
    /// with the slots.
    static std::uint32_t code_of(std::uint32_t slot) {

        const std::uint32_t window = window_of(slot);
        return window << 16 | (record_of(slot) - window * window_records) * entry_units;
    }
    static std::uint32_t windows(std::size_t slots) {
        return slots == 0 ? 1 : window_of(static_cast<std::uint32_t>(slots - 1)) + 1;
    }
    /// The record of lanes that hold no atom, after all windows.
    static std::uint32_t idle_record(std::size_t slots) {
        return static_cast<std::uint32_t>(slots) + windows(slots);
    }
    static std::uint32_t records(std::size_t slots) { return idle_record(slots) + 1; }
};

/// The atom of a lane of a tile.
template <class P> LocalIndex atom_of_lane(const ListedTile<P>& tile, std::uint32_t lane) {
    MDSIM_EXPECT(lane < tile.count);
    return tile.first + tile.lane_atom[lane] / SlotLayout<P>::entry_units;
}

/// Counts of the last list build, on this rank.
struct ListStatistics {
    std::size_t slots = 0;   ///< j-atoms of all tiles
    std::size_t entries = 0; ///< neighbours, padding included
    std::size_t pairs = 0;   ///< neighbours without padding
    std::size_t most_j_atoms = 0;
};

/// The tiles of a rank with their lists; rebuilt as a whole.
template <class P> struct TileList {
    std::vector<ListedTile<P>> tiles; ///< in global order
    std::vector<std::uint32_t> order; ///< of work: boundary tiles come first
    std::size_t boundary_tiles = 0;
    std::vector<ChunkArena> arenas; ///< one for each thread
    ListStatistics statistics;

    std::size_t bytes() const {
        std::size_t sum = tiles.capacity() * sizeof(ListedTile<P>);
        for (const ChunkArena& arena : arenas) sum += arena.bytes();
        return sum;
    }
};

} // namespace mdsim
