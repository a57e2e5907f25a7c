// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include "cpu/neighbor_rows.hpp"

namespace mdsim {

namespace {

/// Rounding of real coordinates must never drop a neighbour from the candidates of its group.
constexpr double safety = 1 + 1e-5;

template <class P>
NearBox<typename P::Real> box_around_slots(const ListGeometry<P>& geometry,
                                           const PointArrays<typename P::Real>& slots,
                                           std::size_t first, std::size_t last) {
    using Real = typename P::Real;
    NearBox<Real> box;
    const auto span = [first, last](const Real* x, Real& low, Real& high) {
        const auto ends = std::minmax_element(x + first, x + last);
        low = *ends.first;
        high = *ends.second;
    };
    span(slots.x, box.low.x, box.high.x);
    span(slots.y, box.low.y, box.high.y);
    span(slots.z, box.low.z, box.high.z);
    box.distance2 = static_cast<Real>(geometry.list_range * geometry.list_range * safety);
    return box;
}

template <class Real> std::size_t type_of(const PointArrays<Real>& slots, std::size_t slot) {
    std::int32_t type = 0;
    std::memcpy(&type, &slots.type[slot], sizeof type);
    return static_cast<std::size_t>(type);
}

} // namespace

template <class P>
void find_neighbors(const ListGeometry<P>& geometry, const ListRanges<P>& ranges,
                    const Tile<P>& tile, std::size_t slot_count, ListScratch<P>& scratch) {
    using Real = typename P::Real;
    const CpuKernels<P>& kernels = cpu_kernels<P>();
    const auto slots = scratch.slots.arrays();
    for (std::size_t i = 0; i < slot_count; ++i)
        slots.index[i] = SlotLayout<P>::code_of(static_cast<std::uint32_t>(i));
    FoundNeighbors& found = scratch.found;
    found.first.assign(ranges.laws * tile.count, 0);
    found.count.assign(ranges.laws * tile.count, 0);
    scratch.candidates.reserve(slot_count);
    const auto candidates = scratch.candidates.arrays();
    std::size_t filled = 0;
    for (std::size_t atom = 0; atom < tile.count; atom += group_lanes) {
        const std::size_t end = std::min<std::size_t>(atom + group_lanes, tile.count);
        const auto box =
            box_around_slots(geometry, slots, scratch.own_slot + atom, scratch.own_slot + end);
        const std::size_t near = kernels.select_near(slots, slot_count, box, candidates, 0);
        scratch.candidates.pad(near, geometry.far);
        found.codes.resize_keep(filled + ranges.laws * (end - atom) * (near + scan_padding));
        // The group's own atoms lie in the box around them, so they are candidates, in their order.
        const std::uint32_t first_code = slots.index[scratch.own_slot + atom];
        const std::uint32_t* own =
            std::lower_bound(candidates.index, candidates.index + near, first_code);
        Real* own_x = candidates.x + (own - candidates.index);
        for (std::size_t i = atom; i < end; ++i, ++own_x) {
            const std::size_t slot = scratch.own_slot + i;
            const Vec3<Real> centre{slots.x[slot], slots.y[slot], slots.z[slot]};
            *own_x = -geometry.far;
            for (std::size_t law = 0; law < ranges.laws; ++law) {
                const NeighborScan<Real> scan{candidates, near, centre,
                                              ranges.row(law, type_of(slots, slot)),
                                              ranges.types == 1};
                const std::size_t count =
                    kernels.select_neighbors(scan, found.codes.data() + filled);
                found.first[law * tile.count + i] = filled;
                found.count[law * tile.count + i] = static_cast<std::uint32_t>(count);
                filled += count;
            }
            *own_x = centre.x;
        }
    }
}

template void find_neighbors(const ListGeometry<MixedPrecision>&, const ListRanges<MixedPrecision>&,
                             const Tile<MixedPrecision>&, std::size_t,
                             ListScratch<MixedPrecision>&);
template void find_neighbors(const ListGeometry<DoublePrecision>&,
                             const ListRanges<DoublePrecision>&, const Tile<DoublePrecision>&,
                             std::size_t, ListScratch<DoublePrecision>&);

} // namespace mdsim
