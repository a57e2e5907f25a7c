// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/lists/tile_lists.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "kernels/lists/cut_cells.hpp"
#include "kernels/sort/arrange_atoms.hpp"
#include "kernels/sort/segment.hpp"

namespace mdsim {

namespace {

/// Room beyond what was needed once, so that growth is rare.
constexpr double growth = 1.1;
constexpr std::uint32_t least_groups = 512;

std::uint32_t room_for(double count) {
    if (count > 4.2e9)
        throw InputError("", "the lists of this system are too large for one GPU: use more GPUs");
    return static_cast<std::uint32_t>(count);
}

std::uint32_t grown(std::uint32_t room, std::uint32_t need) {
    return need <= room ? room : room_for(growth * need);
}

ListRoom shared_room(const ListPlan& plan) {
    ListRoom room;
    room.groups = least_groups;
    room.neighbors = plan.neighbors;
    return room;
}

} // namespace

template <class P>
TileLists<P>::TileLists(const Stream& stream, const DeviceSetup& setup, const PairRanges<P>& ranges,
                        std::size_t atoms)
    : density_(static_cast<double>(atoms) / setup.box.volume()), use_(1) {
    const CellStencil stencil = cell_stencil(setup.grid, setup.box, ranges.largest);
    steps_ = stream.copy_of(stencil.steps);
    range2_ = stream.copy_of(ranges.range2);
    source_.atoms = static_cast<std::uint32_t>(atoms);
    source_.grid = setup.grid;
    for (std::size_t d = 0; d < 3; ++d) source_.wraps[d] = setup.box.periodic[d];
    source_.steps = steps_.data();
    source_.step_count = static_cast<std::uint32_t>(stencil.steps.size());
    source_.scale = FractionScale<P>(setup.box.edges);
    source_.images = stencil.images;
    source_.laws = ranges.laws;
    source_.types = ranges.types;
    source_.range2 = range2_.data();
    source_.largest_range = static_cast<typename P::Real>(ranges.largest);
    boxes_.resize_discard(
        group_place(source_.atoms, static_cast<std::uint32_t>(setup.grid.total())));
    lay_out({setup.tile_target, setup.lanes_per_atom});
}

/// Tiles of this shape, or of fewer atoms where shared memory is short.
template <class P> void TileLists<P>::lay_out(TileShape shape) {
    const auto range = static_cast<double>(source_.largest_range);
    ListPlan plan = plan_lists(shape, range, density_);
    while (shape.atoms > warp_lanes && !fits_shared(plan)) {
        shape.atoms = std::max(shape.atoms / 2 / warp_lanes, 1u) * warp_lanes;
        plan = plan_lists(shape, range, density_);
    }
    source_.shape = plan.shape;
    source_.window = plan.window;
    const auto cells = static_cast<std::uint32_t>(source_.grid.total());
    tile_count_ = tile_place(source_.atoms, cells, plan.shape);
    tiles_.resize_discard(tile_count_);
    const double tiles = static_cast<double>(source_.atoms) / plan.shape.atoms + 0.4 * cells;
    const double warps = tiles * plan.shape.warps();
    room_ = shared_room(plan);
    room_.cell = segment_tiles<P>(plan.shape) * plan.shape.atoms;
    room_.slots = room_for(tiles * plan.slots_per_tile);
    room_.runs = room_for(double{1} * tile_count_ * plan.shape.warps() * source_.laws);
    room_.chunks = room_for(warps * plan.entries_per_atom / plan.shape.lanes / chunk_entries);
    make_room();
    ++version_;
}

template <class P> bool TileLists<P>::fits_shared(const ListPlan& plan) const {
    return builder_shared_bytes(plan.shape, plan.window, source_.types, shared_room(plan)) <=
           builder_shared_limit;
}

template <class P> void TileLists<P>::make_room() {
    slots_.resize_discard(room_.slots);
    if (source_.images) slot_image_.resize_discard(room_.slots);
    runs_.resize_discard(room_.runs);
    // Walks ask for one chunk more than there is.
    chunks_.resize_discard((std::size_t{room_.chunks} + 1) * warp_lanes);
}

template <class P> ListOutput<P> TileLists<P>::output() {
    return {tiles_.data(), boxes_.data(),  slots_.data(), slot_image_.data(),
            runs_.data(),  chunks_.data(), room_,         use_.data()};
}

template <class P>
void TileLists<P>::cut(const Stream& stream, const AtomsView<P>& atoms,
                       const LocalIndex* cell_first) {
    source_.site = atoms.reference;
    source_.cell_first = cell_first;
    stream.zero(use_.data(), 1);
    cut_cells(stream, source_, output());
}

template <class P>
void TileLists<P>::arrange(const Stream& stream, const AtomsView<P>& atoms,
                           const LocalIndex* order) {
    arrange_atoms(stream, atoms, order, source_, output());
}

template <class P> void TileLists<P>::build(const Stream& stream) {
    build_lists(stream, source_, output(), tile_count_);
}

template <class P> void TileLists<P>::build_again(const Stream& stream) {
    stream.zero(use_.data(), 1);
    build(stream);
}

template <class P> OrderDepth TileLists<P>::order_depth() const {
    return room_.cell == ~0u ? OrderDepth::curve : OrderDepth::cells;
}

template <class P> Settled TileLists<P>::settle(const Stream& stream) {
    stream.download(use_.data(), last_use_.get(), 1);
    stream.wait();
    const ListUse& use = *last_use_;
    const bool held = room_.holds(use);
    fit_shared(use);
    if (held) return Settled::done;
    if (use.cell > room_.cell) {
        room_.cell = ~0u;
        ++version_;
        return Settled::sort_again;
    }
    if (builder_shared_bytes(source_.shape, source_.window, source_.types, room_) >
        builder_shared_limit) {
        MDSIM_REQUIRE(source_.shape.atoms > warp_lanes);
        lay_out({source_.shape.atoms - warp_lanes, source_.shape.lanes});
        return Settled::sort_again;
    }
    room_.slots = grown(room_.slots, use.slots);
    room_.runs = grown(room_.runs, use.runs);
    room_.chunks = grown(room_.chunks, use.chunks);
    room_.groups = grown(room_.groups, use.groups);
    make_room();
    ++version_;
    return Settled::build_again;
}

/// Brings the rooms in shared memory near to what the last build used.
template <class P> void TileLists<P>::fit_shared(const ListUse& use) {
    const auto near = [](std::uint32_t room, std::uint32_t used, std::uint32_t unit) {
        const std::uint32_t wanted = (used + 3 * unit / 2) / unit * unit;
        return used > room || room > wanted + unit ? wanted : room;
    };
    const std::uint32_t before = room_.neighbors;
    if (use.neighbors > 0) room_.neighbors = near(room_.neighbors, use.neighbors, 8);
    if (room_.neighbors != before) ++version_;
}

template <class P> ListsView<P> TileLists<P>::view() const {
    // Twice the largest cutoff and more, seen from any atom of a tile.
    const double far = 1e3 * static_cast<double>(source_.largest_range) +
                       1e3 * static_cast<double>(source_.scale.length.xx) *
                           (sizeof(typename P::Fraction) == 4 ? 0x1p32 : 0x1p64);
    return {tiles_.data(),
            tile_count_,
            source_.shape.threads(),
            slots_.data(),
            slot_image_.data(),
            runs_.data(),
            chunks_.data(),
            source_.window,
            source_.laws,
            static_cast<typename P::Real>(far)};
}

template <class P> ListReport TileLists<P>::report() const {
    const ListUse& use = *last_use_;
    ListReport report;
    report.tiles = use.tiles;
    report.slots = use.slots;
    report.entries = std::size_t{use.chunks} * warp_lanes * chunk_entries;
    report.pairs = use.pairs;
    report.bytes = bytes();
    return report;
}

template <class P> std::size_t TileLists<P>::bytes() const {
    return steps_.bytes() + range2_.bytes() + tiles_.bytes() + boxes_.bytes() + slots_.bytes() +
           slot_image_.bytes() + runs_.bytes() + chunks_.bytes();
}

template class TileLists<MixedPrecision>;
template class TileLists<DoublePrecision>;

} // namespace mdsim
