// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include "core/contract.hpp"
#include "cpu/neighbor_entries.hpp"

namespace mdsim {

namespace {

/// A factor on squared distances, so that the rounding of real coordinates never drops a neighbour
/// from the candidates of its group.
constexpr double safety = 1 + 1e-5;

template <class P>
NearBox<typename P::Real> box_around_slots(const ListGeometry<P>& geometry,
                                           const PointArrays<typename P::Real>& slots,
                                           std::size_t first, std::size_t last) {
    using Real = typename P::Real;
    NearBox<Real> box;
    box.low = {slots.x[first], slots.y[first], slots.z[first]};
    box.high = box.low;
    for (std::size_t i = first + 1; i < last; ++i) {
        const Vec3<Real> r{slots.x[i], slots.y[i], slots.z[i]};
        box.low = {std::min(box.low.x, r.x), std::min(box.low.y, r.y), std::min(box.low.z, r.z)};
        box.high = {std::max(box.high.x, r.x), std::max(box.high.y, r.y),
                    std::max(box.high.z, r.z)};
    }
    box.distance2 = static_cast<Real>(geometry.list_range * geometry.list_range * safety);
    return box;
}

template <class Real> std::size_t type_of(const PointArrays<Real>& slots, std::size_t slot) {
    if (slots.type == nullptr) return 0;
    std::int32_t type = 0;
    std::memcpy(&type, &slots.type[slot], sizeof type);
    return static_cast<std::size_t>(type);
}

/// The points from number `first` on.
template <class Real> PointArrays<Real> tail_of(const PointArrays<Real>& p, std::size_t first) {
    return {p.x + first, p.y + first, p.z + first, p.type == nullptr ? nullptr : p.type + first,
            p.index + first};
}

/// Sets the index of each slot to its code in the lists; before, it is the local index of its atom.
template <class P> void number_slots(std::size_t count, std::uint32_t* index) {
    using Layout = SlotLayout<P>;
    const auto slots = static_cast<std::uint32_t>(count);
    const std::uint32_t simple = std::min(slots, Layout::window_records - 1);
    for (std::uint32_t i = 0; i < simple; ++i) index[i] = (i + 1) * Layout::entry_units;
    for (std::uint32_t i = simple; i < slots; ++i) index[i] = Layout::code_of(i);
}

/// Finds the neighbours of the atoms of a tile, for one group of lanes at a time.
template <class P> class GroupSearch {
  public:
    using Real = typename P::Real;

    GroupSearch(const ListGeometry<P>& geometry, const ListRanges<P>& ranges, const Tile<P>& tile,
                std::size_t slot_count, ListScratch<P>& scratch)
        : geometry_(geometry), ranges_(ranges), tile_(tile), slot_count_(slot_count),
          scratch_(scratch), slots_(scratch.slots.arrays()) {
        scratch.candidates.keep_types(ranges.types > 1);
        scratch.candidates.reserve(slot_count);
        candidates_ = scratch.candidates.arrays();
    }

    void search(std::size_t atom, std::size_t end) {
        const std::size_t own = select_candidates(atom, end);
        FoundNeighbors& found = scratch_.found;
        found.codes.resize_keep(filled_ +
                                ranges_.potentials * (end - atom) * (near_ + scan_padding));
        for (std::size_t i = atom; i < end; ++i) {
            // An atom must not find itself: it is moved out of reach meanwhile.
            Real& own_x = candidates_.x[own + (i - atom)];
            const Real x = own_x;
            own_x = -geometry_.far;
            for (std::size_t potential = 0; potential < ranges_.potentials; ++potential)
                find(potential, i);
            own_x = x;
        }
    }

  private:
    /// Collects the slots near the group, and returns where the own atoms of the group begin among
    /// them. All of these are there, in their order, because they lie in the box around the group.
    std::size_t select_candidates(std::size_t atom, std::size_t end) {
        const CpuKernels<P>& kernels = cpu_kernels<P>();
        const std::size_t first = scratch_.own_slot + atom;
        const auto box = box_around_slots(geometry_, slots_, first, scratch_.own_slot + end);
        const std::size_t before = kernels.select_near(slots_, first, box, candidates_, 0);
        near_ = before + kernels.select_near(tail_of(slots_, first), slot_count_ - first, box,
                                             candidates_, before);
        scratch_.candidates.pad(near_, geometry_.far);
        MDSIM_ENSURE(before + (end - atom) <= near_ && near_ <= slot_count_);
        return before;
    }

    void find(std::size_t potential, std::size_t atom) {
        const std::size_t slot = scratch_.own_slot + atom;
        const Vec3<Real> centre{slots_.x[slot], slots_.y[slot], slots_.z[slot]};
        const NeighborScan<Real> scan{candidates_, near_, centre,
                                      ranges_.row(potential, type_of(slots_, slot)),
                                      ranges_.types == 1};
        FoundNeighbors& found = scratch_.found;
        const std::size_t count =
            cpu_kernels<P>().select_neighbors(scan, found.codes.data() + filled_);
        found.first[potential * tile_.count + atom] = filled_;
        found.count[potential * tile_.count + atom] = static_cast<std::uint32_t>(count);
        MDSIM_ENSURE(filled_ + count <= found.codes.size());
        filled_ += count;
    }

    const ListGeometry<P>& geometry_;
    const ListRanges<P>& ranges_;
    const Tile<P>& tile_;
    std::size_t slot_count_;
    ListScratch<P>& scratch_;
    PointArrays<Real> slots_;
    PointArrays<Real> candidates_; ///< the slots near the present group
    std::size_t near_ = 0;         ///< how many candidates there are
    std::size_t filled_ = 0;       ///< codes written
};

} // namespace

template <class P>
void find_neighbors(const ListGeometry<P>& geometry, const ListRanges<P>& ranges,
                    const Tile<P>& tile, std::size_t slot_count, ListScratch<P>& scratch) {
    number_slots<P>(slot_count, scratch.slots.arrays().index);
    MDSIM_EXPECT(scratch.own_slot + tile.count <= slot_count);
    scratch.found.first.resize(ranges.potentials * tile.count);
    scratch.found.count.resize(ranges.potentials * tile.count);
    GroupSearch<P> group(geometry, ranges, tile, slot_count, scratch);
    for (std::size_t atom = 0; atom < tile.count; atom += group_lanes)
        group.search(atom, std::min<std::size_t>(atom + group_lanes, tile.count));
}

template void find_neighbors(const ListGeometry<MixedPrecision>&, const ListRanges<MixedPrecision>&,
                             const Tile<MixedPrecision>&, std::size_t,
                             ListScratch<MixedPrecision>&);
template void find_neighbors(const ListGeometry<DoublePrecision>&,
                             const ListRanges<DoublePrecision>&, const Tile<DoublePrecision>&,
                             std::size_t, ListScratch<DoublePrecision>&);

} // namespace mdsim
