// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/tile_builder.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "cpu/j_atoms.hpp"
#include "cpu/neighbor_entries.hpp"

namespace mdsim {

namespace {

/// Centre and half extent of the box around atoms of one cell, in one direction.
template <class Fraction>
void bounds(std::make_unsigned_t<Fraction> low, std::make_unsigned_t<Fraction> high,
            Fraction& centre, double& half) {
    using Bits = std::make_unsigned_t<Fraction>;
    const Bits middle = low + (high - low) / 2;
    centre = static_cast<Fraction>(middle);
    half = static_cast<double>(static_cast<Bits>(high - middle));
}

template <class P> void place_centre(const Site<P>* site, Tile<P>& tile) {
    MDSIM_EXPECT(tile.count > 0);
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    Vec3<Bits> low{~Bits{0}, ~Bits{0}, ~Bits{0}};
    Vec3<Bits> high{0, 0, 0};
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const Site<P>& s = site[tile.first + i];
        const Vec3<Bits> u{static_cast<Bits>(s.x), static_cast<Bits>(s.y), static_cast<Bits>(s.z)};
        low = {std::min(low.x, u.x), std::min(low.y, u.y), std::min(low.z, u.z)};
        high = {std::max(high.x, u.x), std::max(high.y, u.y), std::max(high.z, u.z)};
    }
    bounds(low.x, high.x, tile.centre.x, tile.half_extent.x);
    bounds(low.y, high.y, tile.centre.y, tile.half_extent.y);
    bounds(low.z, high.z, tile.centre.z, tile.half_extent.z);
}

template <class P>
std::vector<ListedTile<P>> cut_tiles(const LocalCells& cells, std::uint32_t target) {
    std::vector<ListedTile<P>> tiles;
    for (std::size_t c = 0; c < cells.cells.size(); ++c) {
        const LocalCell& cell = cells.cells[c];
        if (!cell.owned) continue;
        const TileCut cut = TileCut::of(cell.count, target);
        for (std::uint32_t t = 0; t < cut.tiles; ++t) {
            ListedTile<P> tile;
            tile.first = cell.first + cut.begin(t);
            tile.count = cut.begin(t + 1) - cut.begin(t);
            tile.cell = static_cast<std::uint32_t>(c);
            if (tile.count > 0) tiles.push_back(tile);
        }
    }
    return tiles;
}

/// Copies slots and, in small boxes, their shifts from the scratch to the arena.
template <class P>
void write_slots(std::size_t count, ListScratch<P>& scratch, ListedTile<P>& tile,
                 ChunkArena& arena) {
    const auto slots = arena.take<LocalIndex>(count);
    std::memcpy(slots.data(), scratch.slots.arrays().index, count * sizeof(LocalIndex));
    tile.slots = slots;
    const auto shift = arena.take<Vec3<double>>(scratch.shift.size());
    std::copy(scratch.shift.begin(), scratch.shift.end(), shift.begin());
    tile.slot_shift = shift;
}

template <class P>
void count_tile(const ListedTile<P>& tile, const FoundNeighbors& found, ListStatistics& s) {
    s.slots += tile.slots.size();
    s.most_j_atoms = std::max(s.most_j_atoms, tile.slots.size());
    for (const EntryRun& run : tile.runs) s.entries += EntryRun::capacity(run.rows);
    for (const std::uint32_t count : found.count) s.pairs += count;
}

void merge(const ListStatistics& part, ListStatistics& sum) {
    sum.slots += part.slots;
    sum.entries += part.entries;
    sum.pairs += part.pairs;
    sum.most_j_atoms = std::max(sum.most_j_atoms, part.most_j_atoms);
}

/// Sets the order of work: boundary tiles first, then interior tiles, both in global order.
template <class P>
void order_tiles(const std::vector<std::uint8_t>& seen_elsewhere, TileList<P>& list) {
    list.order.clear();
    std::vector<std::uint32_t> interior;
    for (std::uint32_t t = 0; t < list.tiles.size(); ++t) {
        const ListedTile<P>& tile = list.tiles[t];
        const auto first = seen_elsewhere.begin() + tile.first;
        const bool boundary =
            !seen_elsewhere.empty() &&
            std::any_of(first, first + tile.count, [](std::uint8_t s) { return s != 0; });
        (boundary ? list.order : interior).push_back(t);
    }
    list.boundary_tiles = list.order.size();
    list.order.insert(list.order.end(), interior.begin(), interior.end());
}

} // namespace

template <class P>
void TileBuilder<P>::build(const ListGeometry<P>& geometry, const ListRanges<P>& ranges,
                           const LocalCells& cells, const Particles<P, Host>& particles,
                           const std::vector<std::uint8_t>& seen_elsewhere, TileList<P>& list) {
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    MDSIM_EXPECT(particles.size() == cells.atoms);
    MDSIM_EXPECT(seen_elsewhere.empty() || seen_elsewhere.size() == particles.size());
    list.tiles = cut_tiles<P>(cells, tile_target_);
    list.arenas.resize(std::max(threads, list.arenas.size()));
    scratch_.resize(std::max(threads, scratch_.size()));
    for (ChunkArena& arena : list.arenas) arena.reset();
    blocks_.rebuild<P>(cells, particles.site.data());
    for (ListScratch<P>& scratch : scratch_) scratch.statistics = {};
    const Site<P>* site = particles.site.data();
    // Shares are fixed, so that each thread fills its arena in the same way at every rebuild.
    parallel_for<Share::fixed>(list.tiles.size(), [&](std::size_t t, std::size_t thread) {
        ListedTile<P>& tile = list.tiles[t];
        ListScratch<P>& scratch = scratch_[thread];
        ChunkArena& arena = list.arenas[thread];
        place_centre(site, tile);
        scratch.slots.keep_types(ranges.types > 1);
        const std::size_t count = collect_j_atoms(geometry, cells, blocks_, site, tile, scratch);
        MDSIM_ENSURE(count >= tile.count); // a tile is within its own range
        write_slots(count, scratch, tile, arena);
        find_neighbors(geometry, ranges, tile, count, scratch);
        write_entries(ranges.potentials, count, scratch, tile, arena);
        count_tile(tile, scratch.found, scratch.statistics);
    });
    list.statistics = {};
    for (const ListScratch<P>& scratch : scratch_) merge(scratch.statistics, list.statistics);
    order_tiles(seen_elsewhere, list);
    MDSIM_ENSURE(list.order.size() == list.tiles.size());
}

template class TileBuilder<MixedPrecision>;
template class TileBuilder<DoublePrecision>;

} // namespace mdsim
