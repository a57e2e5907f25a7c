// SPDX-License-Identifier: BSD-3-Clause
// The capacity of lists: planned, enlarged where it was short, and fitted to what they use.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "kernels/neighbor/tile_lists.hpp"
#include "kernels/sort/arrange_atoms.hpp"
#include "kernels/sort/segment.hpp"

namespace mdsim {

namespace {

/// Capacity beyond what was needed once, so that growth is rare.
constexpr double growth = 1.1;
/// Likewise of the arenas, which take most of the memory: the lists of many atoms vary little.
constexpr double arena_growth = 1.02;
constexpr double least_spare = 256;
/// Lists that changed by less between two looks will not grow soon.
constexpr double steady_change = 0.01;

std::uint32_t capacity_for(double count) {
    if (count > 4.2e9)
        throw EnvironmentError("the lists of this rank are too large for one GPU: use more GPUs");
    return static_cast<std::uint32_t>(count);
}

std::uint32_t grown(std::uint32_t capacity, std::uint32_t need) {
    return need <= capacity ? capacity : capacity_for(growth * need);
}

/// Neighbours for which there is capacity beyond what was seen.
constexpr std::uint32_t column_spare = 4;
/// So much capacity that it fills its column, which is an odd number of words: see `column_bytes`.
std::uint32_t column_capacity(std::uint32_t neighbors) {
    return (neighbors + column_spare + 3) / 8 * 8 + 4;
}

SharedEnvironmentError too_many_near() {
    return SharedEnvironmentError(
        "atoms have so many others within the cutoff that the shared memory of a GPU cannot hold "
        "what it takes to list them: use a shorter cutoff, or device = \"cpu\"");
}

double arena_for(std::uint32_t need) { return arena_growth * need + least_spare; }

/// Exactly so many elements; the contents are undefined afterwards.
template <class T> void hold(std::size_t size, Buffer<T, Device>& buffer) {
    if (size * sizeof(T) < buffer.bytes()) buffer = Buffer<T, Device>();
    buffer.resize_discard(size);
}

} // namespace

/// Tiles of this shape, or of fewer atoms where shared memory is short.
template <class P> void TileLists<P>::lay_out(TileShape shape) {
    const OrderDepth depth = order_depth();
    const ListPlan plan = plan_for(shape);
    source_.shape = plan.shape;
    source_.window = plan.window;
    tile_count_ = tile_place(source_.atoms, source_.cells.owned, plan.shape);
    source_.tile_count = tile_count_;
    tiles_.resize_discard(tile_count_);
    capacity_ = first_shared_capacity(plan);
    capacity_.cell =
        depth == OrderDepth::curve ? ~0u : segment_tiles<P>(plan.shape) * plan.shape.atoms;
    most_ = most_shared(space(), plan);
    capacity_.slots = capacity_for(source_.atoms * plan.slots);
    capacity_.runs =
        capacity_for(double{1} * tile_count_ * plan.shape.warps() * source_.potentials);
    capacity_.chunks = chunk_capacity(source_.atoms * plan.chunks);
    allocate();
    fitted_ = false;
    seen_chunks_ = 0;
    ++version_;
}

template <class P> ListPlan TileLists<P>::plan_for(const TileShape& shape) const {
    const double sphere =
        4.0 / 3 * std::numbers::pi * std::pow(static_cast<double>(source_.largest_range), 3);
    return plan_within(space(), shape, density_ * sphere, atoms_of_cell_);
}

template <class P> void TileLists<P>::keep_within(std::uint64_t shared) {
    MDSIM_EXPECT(shared <= shared_limit_ && source_.cell_first == nullptr);
    if (shared == shared_limit_) return;
    shared_limit_ = shared;
    lay_out(source_.shape);
}

/// While atoms are arranged the arena of entries serves them, so it is no smaller than they need.
template <class P> std::uint32_t TileLists<P>::chunk_capacity(double chunks) const {
    constexpr double bytes = warp_lanes * sizeof(Chunk);
    return capacity_for(std::max(
        chunks, std::ceil(static_cast<double>(arrange_bytes<P>(local_capacity_)) / bytes)));
}

template <class P> void TileLists<P>::allocate() {
    hold(capacity_.slots, slots_);
    if (source_.images) hold(capacity_.slots, slot_image_);
    hold(capacity_.runs, runs_);
    // Walks ask for one chunk more than there is.
    hold((std::size_t{capacity_.chunks} + 1) * warp_lanes, chunks_);
}

template <class P> ListShortage TileLists<P>::shortage() {
    const ListUse& use = *last_use_;
    if (use.cell > capacity_.cell) return ListShortage::order;
    if (use.neighbors > most_.neighbors || use.groups > most_.groups)
        return ListShortage::smaller_tiles;
    if (!capacity_.holds(use)) return ListShortage::capacity;
    fit_shared(use);
    return has_spare(use) ? ListShortage::capacity : ListShortage::none;
}

template <class P> void TileLists<P>::resolve_shortage(ListShortage what) {
    const ListUse& use = *last_use_;
    if (what == ListShortage::none) return;
    if (what == ListShortage::smaller_tiles) {
        if (source_.shape.atoms <= warp_lanes) throw too_many_near();
        return lay_out({source_.shape.atoms - warp_lanes, source_.shape.lanes});
    }
    if (what == ListShortage::order) {
        if (use.cell <= capacity_.cell) return;
        capacity_.cell = ~0u;
    } else if (capacity_.holds(use)) {
        capacity_ = fitting(use);
        fitted_ = true;
        allocate();
    } else {
        grow(use);
    }
    ++version_;
}

template <class P> void TileLists<P>::grow(const ListUse& use) {
    // Where other capacities were short, not all neighbours have been seen.
    if (use.neighbors > capacity_.neighbors) fit_shared(use);
    if (use.slots > capacity_.slots) capacity_.slots = capacity_for(arena_for(use.slots));
    if (use.chunks > capacity_.chunks) capacity_.chunks = capacity_for(arena_for(use.chunks));
    capacity_.runs = grown(capacity_.runs, use.runs);
    capacity_.groups = std::min(grown(capacity_.groups, use.groups), most_.groups);
    allocate();
}

/// Brings the capacity in shared memory near to what the last build used; it stays where what is
/// used goes up and down a little.
template <class P> void TileLists<P>::fit_shared(const ListUse& use) {
    if (use.neighbors == 0) return;
    const std::uint32_t before = capacity_.neighbors;
    capacity_.neighbors = use.neighbors > before
                              ? std::min(column_capacity(use.neighbors), most_.neighbors)
                              : std::min(before, column_capacity(use.neighbors + column_spare));
    if (capacity_.neighbors != before) ++version_;
}

/// The arenas as lists need them that are steady.
template <class P> ListCapacity TileLists<P>::fitting(const ListUse& use) const {
    ListCapacity capacity = capacity_;
    capacity.slots = std::min(capacity.slots, capacity_for(arena_for(use.slots)));
    capacity.chunks = std::min(capacity.chunks, chunk_capacity(arena_for(use.chunks)));
    return capacity;
}

/// Whether arenas are larger than lists need: true until they have been made smaller, once, and not
/// before the lists are steady, as those of a crystal that melts grow.
template <class P> bool TileLists<P>::has_spare(const ListUse& use) {
    const double before = std::exchange(seen_chunks_, use.chunks);
    const bool built = use.chunks != before;
    if (fitted_ || !built || std::abs(use.chunks - before) > steady_change * before) return false;
    const ListCapacity capacity = fitting(use);
    return capacity.slots < capacity_.slots || capacity.chunks < capacity_.chunks;
}

template void TileLists<MixedPrecision>::lay_out(TileShape);
template void TileLists<MixedPrecision>::keep_within(std::uint64_t);
template ListShortage TileLists<MixedPrecision>::shortage();
template void TileLists<MixedPrecision>::resolve_shortage(ListShortage);
template void TileLists<DoublePrecision>::lay_out(TileShape);
template void TileLists<DoublePrecision>::keep_within(std::uint64_t);
template ListShortage TileLists<DoublePrecision>::shortage();
template void TileLists<DoublePrecision>::resolve_shortage(ListShortage);

} // namespace mdsim
