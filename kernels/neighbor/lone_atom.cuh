// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/lacking_pair.cuh"
#include "kernels/neighbor/near_groups.cuh"

namespace mdsim {

/// A group of atoms near a far atom of the cell in hand.
struct GroupNear {
    LocalIndex first;
    std::uint16_t count;
    std::uint16_t far; ///< the number of the far atom
};

/// Groups near those far atoms that are tested against all, in any order.
struct GroupsAround {
    static constexpr std::uint32_t most = 768;

    std::uint32_t count; ///< also of those for which there was no room
    GroupNear group[most];
};

/// Whether lists lack a pair of a far atom and one of a group near it. One thread.
template <class P>
__device__ bool group_lacks(const LackSearch<P>& search, int buffer, const Mover<P>& far,
                            const GroupNear& group) {
    bool found = false;
#pragma unroll 1
    for (LocalIndex atom = group.first; atom < group.first + group.count; ++atom)
        found |= lacks(search, far, pick(search.atoms.site, buffer)[atom],
                       [&] { return search.atoms.reference[atom]; });
    return found;
}

/// Collects those groups of a cell where an atom may be within reach of far atom number `far` of
/// the cell in hand; those for which there is no room are tested at once. One warp; whether lists
/// lack a pair is told by the lane that found it.
template <class P>
__device__ bool collect_groups(const LackSearch<P>& search, int buffer, const Mover<P>& alone,
                               const NearCell& cell, std::uint32_t far, GroupsAround& around) {
    using Real = typename P::Real;
    const auto centre = alone.now.position();
    bool found = false;
    for (std::uint32_t begin = threadIdx.x % warp_lanes * warp_lanes; begin < cell.count;
         begin += warp_lanes * warp_lanes) {
        const auto& box = search.boxes[cell.group_place + begin / warp_lanes];
        const auto seen = seen_box<P>(box, cell.image, centre, search.source);
        if (distance2(seen, Vec3<Real>{0, 0, 0}) > ample_range2(search.source)) continue;
        const GroupNear group{cell.first + begin,
                              static_cast<std::uint16_t>(min(cell.count - begin, warp_lanes)),
                              static_cast<std::uint16_t>(far)};
        const std::uint32_t place = atomicAdd(&around.count, 1u);
        if (place < GroupsAround::most)
            around.group[place] = group;
        else
            found |= group_lacks(search, buffer, alone, group);
    }
    return found;
}

/// Collects the groups around one far atom of a cell, as above. One warp; its lanes share the
/// cells.
template <class P>
__device__ bool collect_around(const LackSearch<P>& search, int buffer, std::uint32_t own_cell,
                               const Mover<P>& alone, std::uint32_t far, GroupsAround& around) {
    bool found = false;
    using Real = typename P::Real;
    const RealBox<Real> point{{0, 0, 0}, {0, 0, 0}};
    const auto centre = alone.now.position();
    const Vec3<int> place = place_of(search.source.cells.global_of(own_cell), search.source.grid);
    for (std::uint32_t first = 0; first < search.source.step_count; first += warp_lanes) {
        const std::uint32_t s = first + threadIdx.x % warp_lanes;
        NearCell cell{};
        if (s < search.source.step_count)
            cell = near_cell<P>(search.source, place, search.source.steps[s], point, centre);
        for (unsigned left = __ballot_sync(all_lanes, cell.count > 0); left != 0;
             left &= left - 1) {
            const int of = __ffs(static_cast<int>(left)) - 1;
            // Images are not told apart where the search is used.
            const NearCell one{__shfl_sync(all_lanes, cell.first, of),
                               __shfl_sync(all_lanes, cell.count, of),
                               __shfl_sync(all_lanes, cell.group_place, of),
                               {0, 0, 0, 0}};
            found |= collect_groups(search, buffer, alone, one, far, around);
        }
    }
    return found;
}

/// Whether lists lack a pair of a far atom and one of a collected group. All threads; the warps
/// share the groups.
template <class P>
__device__ bool lone_atom_lacks(const LackSearch<P>& search, int buffer, const Mover<P>* far,
                                const GroupsAround& around) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const std::uint32_t groups = min(around.count, GroupsAround::most);
    bool found = false;
#pragma unroll 4
    for (std::uint32_t g = threadIdx.x / warp_lanes; g < groups; g += search_warps) {
        const GroupNear group = around.group[g];
        const LocalIndex atom = group.first + (lane < group.count ? lane : 0);
        found |= lacks(search, far[group.far], pick(search.atoms.site, buffer)[atom],
                       [&] { return search.atoms.reference[atom]; });
    }
    return found;
}

} // namespace mdsim
