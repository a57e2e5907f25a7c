// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/neighbor_rows.hpp"

#include <algorithm>
#include <numeric>

namespace mdsim {

namespace {

/// Atoms of the tile by falling number of neighbours, ties in their order.
template <class P>
void order_lanes(std::size_t laws, std::uint32_t atoms, ListScratch<P>& scratch)
{
    std::vector<std::uint16_t>& order = scratch.lane_order;
    order.resize(atoms);
    std::iota(order.begin(), order.end(), std::uint16_t{0});
    const auto neighbors = [&scratch, laws, atoms](std::uint16_t atom) {
        std::uint32_t sum = 0;
        for (std::size_t law = 0; law < laws; ++law)
            sum += scratch.found.count[law * atoms + atom];
        return sum;
    };
    std::stable_sort(order.begin(), order.end(), [&neighbors](std::uint16_t a, std::uint16_t b) {
        return neighbors(a) > neighbors(b);
    });
}

template <class P>
void write_lanes(std::size_t slot_count, const ListScratch<P>& scratch, ListedTile<P>& tile,
                 ChunkArena& arena)
{
    using Layout = SlotLayout<P>;
    const std::size_t lanes = std::size_t{tile.groups} * group_lanes;
    const auto records = arena.take<std::uint32_t>(lanes);
    const auto atoms = arena.take<std::uint16_t>(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const bool idle = lane >= tile.count;
        const std::uint16_t atom = idle ? std::uint16_t{0} : scratch.lane_order[lane];
        atoms[lane] = static_cast<std::uint16_t>(atom * Layout::entry_units);
        records[lane] = idle ? Layout::idle_record(slot_count)
                             : Layout::record_of(static_cast<std::uint32_t>(scratch.own_slot) + atom);
    }
    tile.lane_record = records;
    tile.lane_atom = atoms;
}

/// The part of an atom's neighbours that lies in one window.
struct Part {
    const std::uint32_t* begin = nullptr;
    std::uint32_t count = 0;
};

template <class P>
Part part_in_window(const FoundNeighbors& found, std::size_t index, std::uint32_t window)
{
    constexpr std::uint32_t step = SlotLayout<P>::window_records - 1;
    const std::uint32_t* first = found.slots.data() + found.first[index];
    const std::uint32_t* last = first + found.count[index];
    const std::uint32_t* begin = window == 0 ? first : std::lower_bound(first, last, window * step);
    const std::uint32_t* end = std::lower_bound(begin, last, (window + 1) * step);
    return {begin, static_cast<std::uint32_t>(end - begin)};
}

template <class P>
RowRun write_group(const Part (&part)[group_lanes], ChunkArena& arena)
{
    using Layout = SlotLayout<P>;
    RowRun run;
    for (const Part& p : part)
        run.rows = std::max(run.rows, p.count);
    const auto entries = arena.take<std::uint16_t>(std::size_t{run.rows} * group_lanes);
    for (int lane = 0; lane < group_lanes; ++lane) {
        std::uint16_t* out = entries.data() + lane;
        std::uint32_t row = 0;
        for (; row < part[lane].count; ++row, out += group_lanes)
            *out = Layout::entry_of(part[lane].begin[row]);
        for (; row < run.rows; ++row, out += group_lanes)
            *out = 0;
    }
    run.entries = entries.data();
    return run;
}

} // namespace

template <class P>
void write_rows(std::size_t laws, std::size_t slot_count, ListScratch<P>& scratch,
                ListedTile<P>& tile, ChunkArena& arena)
{
    tile.groups = (tile.count + group_lanes - 1) / group_lanes;
    tile.windows = SlotLayout<P>::windows(slot_count);
    order_lanes(laws, tile.count, scratch);
    write_lanes(slot_count, scratch, tile, arena);
    const auto runs = arena.take<RowRun>(laws * tile.windows * tile.groups);
    std::size_t next = 0;
    for (std::size_t law = 0; law < laws; ++law) {
        for (std::uint32_t window = 0; window < tile.windows; ++window) {
            for (std::uint32_t group = 0; group < tile.groups; ++group) {
                Part part[group_lanes];
                for (std::uint32_t lane = 0; lane < group_lanes; ++lane) {
                    const std::uint32_t at = group * group_lanes + lane;
                    if (at < tile.count)
                        part[lane] = part_in_window<P>(
                            scratch.found, law * tile.count + scratch.lane_order[at], window);
                }
                runs[next++] = write_group<P>(part, arena);
            }
        }
    }
    tile.runs = runs;
}

template void write_rows(std::size_t, std::size_t, ListScratch<MixedPrecision>&,
                         ListedTile<MixedPrecision>&, ChunkArena&);
template void write_rows(std::size_t, std::size_t, ListScratch<DoublePrecision>&,
                         ListedTile<DoublePrecision>&, ChunkArena&);

} // namespace mdsim
