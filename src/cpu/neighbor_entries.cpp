// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/neighbor_entries.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Sorts the atoms of the tile by falling number of neighbours. Atoms with the same number keep
/// their order.
template <class P>
void order_lanes(std::size_t potentials, std::uint32_t atoms, ListScratch<P>& scratch) {
    std::vector<std::uint32_t>& neighbors = scratch.neighbors;
    const auto& count = scratch.found.count;
    MDSIM_EXPECT(atoms > 0 && count.size() == potentials * atoms);
    neighbors.assign(count.begin(), count.begin() + atoms);
    for (std::size_t i = atoms; i < potentials * atoms; ++i) neighbors[i % atoms] += count[i];
    const std::uint32_t most = *std::max_element(neighbors.begin(), neighbors.end());
    std::vector<std::uint32_t>& start = scratch.lane_start;
    start.assign(std::size_t{most} + 2, 0);
    for (const std::uint32_t n : neighbors) ++start[most - n + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    scratch.lane_order.resize(atoms);
    for (std::uint32_t atom = 0; atom < atoms; ++atom)
        scratch.lane_order[start[most - neighbors[atom]]++] = static_cast<std::uint16_t>(atom);
}

template <class P>
void write_lanes(std::size_t slot_count, const ListScratch<P>& scratch, ListedTile<P>& tile,
                 ChunkArena& arena) {
    using Layout = SlotLayout<P>;
    const std::size_t lanes = std::size_t{tile.groups} * group_lanes;
    const auto records = arena.take<std::uint32_t>(lanes);
    const auto atoms = arena.take<std::uint16_t>(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const bool idle = lane >= tile.count;
        const std::uint16_t atom = idle ? std::uint16_t{0} : scratch.lane_order[lane];
        atoms[lane] = static_cast<std::uint16_t>(atom * Layout::entry_units);
        records[lane] =
            idle ? Layout::idle_record(slot_count)
                 : Layout::record_of(static_cast<std::uint32_t>(scratch.own_slot) + atom);
    }
    tile.lane_record = records;
    tile.lane_atom = atoms;
}

/// The part of an atom's neighbours that lies in one window.
LaneNeighbors part_in_window(const FoundNeighbors& found, std::size_t index, std::uint32_t window,
                             std::uint32_t windows) {
    const std::uint32_t* first = found.codes.data() + found.first[index];
    if (windows == 1) return {first, found.count[index]};
    const std::uint32_t* last = first + found.count[index];
    const std::uint32_t* begin = std::lower_bound(first, last, window << 16);
    const std::uint32_t* end = std::lower_bound(begin, last, (window + 1) << 16);
    return {begin, static_cast<std::uint32_t>(end - begin)};
}

template <class P>
EntryRun write_group(const LaneNeighbors (&lanes)[group_lanes], ChunkArena& arena) {
    EntryRun run;
    for (const LaneNeighbors& lane : lanes) run.rows = std::max(run.rows, lane.count);
    const auto entries = arena.take<std::uint16_t>(EntryRun::capacity(run.rows));
    cpu_kernels<P>().interleave_entries(lanes, run.rows, entries.data());
    run.entries = entries.data();
    return run;
}

} // namespace

template <class P>
void write_entries(std::size_t potentials, std::size_t slot_count, ListScratch<P>& scratch,
                   ListedTile<P>& tile, ChunkArena& arena) {
    tile.groups = (tile.count + group_lanes - 1) / group_lanes;
    tile.windows = SlotLayout<P>::windows(slot_count);
    MDSIM_EXPECT(slot_count >= tile.count);
    MDSIM_EXPECT(scratch.own_slot + tile.count <= slot_count);
    order_lanes(potentials, tile.count, scratch);
    write_lanes(slot_count, scratch, tile, arena);
    const auto runs = arena.take<EntryRun>(potentials * tile.windows * tile.groups);
    std::size_t next = 0;
    for (std::size_t potential = 0; potential < potentials; ++potential) {
        for (std::uint32_t window = 0; window < tile.windows; ++window) {
            for (std::uint32_t group = 0; group < tile.groups; ++group) {
                LaneNeighbors lanes[group_lanes];
                for (std::uint32_t lane = 0; lane < group_lanes; ++lane) {
                    const std::uint32_t at = group * group_lanes + lane;
                    if (at < tile.count)
                        lanes[lane] = part_in_window(
                            scratch.found, potential * tile.count + scratch.lane_order[at], window,
                            tile.windows);
                }
                runs[next++] = write_group<P>(lanes, arena);
            }
        }
    }
    tile.runs = runs;
}

template void write_entries(std::size_t, std::size_t, ListScratch<MixedPrecision>&,
                            ListedTile<MixedPrecision>&, ChunkArena&);
template void write_entries(std::size_t, std::size_t, ListScratch<DoublePrecision>&,
                            ListedTile<DoublePrecision>&, ChunkArena&);

} // namespace mdsim
