// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/missing_pair.cuh"
#include "kernels/neighbor/near_groups.cuh"

namespace mdsim {

/// A group of atoms near a displaced atom of the cell in hand.
struct GroupNear {
    LocalIndex first;
    std::uint16_t count;
    std::uint16_t displaced; ///< the number of the displaced atom
};

/// Groups near those displaced atoms that are tested against all, in any order.
struct GroupsAround {
    static constexpr std::uint32_t most = 768;

    std::uint32_t count; ///< also of those for which there was no capacity
    GroupNear group[most];
};

/// Whether a pair of a displaced atom and one of a group near it is missing. One thread.
template <class P>
__device__ bool group_has_missing_pair(const MissingPairSearch<P>& search, int buffer,
                                       const MovedAtom<P>& displaced, const GroupNear& group) {
    bool found = false;
#pragma unroll 1
    for (LocalIndex atom = group.first; atom < group.first + group.count; ++atom)
        found |= is_missing_pair(search, displaced, pick(search.atoms.site, buffer)[atom],
                                 [&] { return search.atoms.reference[atom]; });
    return found;
}

/// Collects those groups of a cell where an atom may be in range of displaced atom number
/// `number` of the cell in hand; those that do not fit are tested at once. One warp; the lane
/// that finds a missing pair returns true.
template <class P>
__device__ bool collect_groups(const MissingPairSearch<P>& search, int buffer,
                               const MovedAtom<P>& displaced, const NearCell& cell,
                               std::uint32_t number, GroupsAround& around) {
    using Real = typename P::Real;
    const auto centre = displaced.now.position();
    bool found = false;
    for (std::uint32_t begin = threadIdx.x % warp_lanes * warp_lanes; begin < cell.count;
         begin += warp_lanes * warp_lanes) {
        const auto& box = search.boxes[cell.group_place + begin / warp_lanes];
        const auto seen = seen_box<P>(box, cell.image, centre, search.source);
        if (distance2(seen, Vec3<Real>{0, 0, 0}) > ample_range2(search.source)) continue;
        const GroupNear group{cell.first + begin,
                              static_cast<std::uint16_t>(min(cell.count - begin, warp_lanes)),
                              static_cast<std::uint16_t>(number)};
        const std::uint32_t place = atomicAdd(&around.count, 1u);
        if (place < GroupsAround::most)
            around.group[place] = group;
        else
            found |= group_has_missing_pair(search, buffer, displaced, group);
    }
    return found;
}

/// Collects the groups around one displaced atom of a cell, as above. One warp; its lanes share the
/// cells.
template <class P>
__device__ bool collect_groups_around(const MissingPairSearch<P>& search, int buffer,
                                      std::uint32_t own_cell, const MovedAtom<P>& displaced,
                                      std::uint32_t number, GroupsAround& around) {
    bool found = false;
    using Real = typename P::Real;
    const RealBox<Real> point{{0, 0, 0}, {0, 0, 0}};
    const auto centre = displaced.now.position();
    const Vec3<int> place = place_of(search.source.cells.global_of(own_cell), search.source.grid);
    for (std::uint32_t first = 0; first < search.source.step_count; first += warp_lanes) {
        const std::uint32_t s = first + threadIdx.x % warp_lanes;
        NearCell cell{};
        if (s < search.source.step_count)
            cell = near_cell<P>(search.source, place, search.source.steps[s], point, centre);
        for (unsigned left = __ballot_sync(all_lanes, cell.count > 0); left != 0;
             left &= left - 1) {
            const int of = __ffs(static_cast<int>(left)) - 1;
            // Where the search is used, images need not be distinguished.
            const NearCell one{__shfl_sync(all_lanes, cell.first, of),
                               __shfl_sync(all_lanes, cell.count, of),
                               __shfl_sync(all_lanes, cell.group_place, of),
                               {0, 0, 0, 0}};
            found |= collect_groups(search, buffer, displaced, one, number, around);
        }
    }
    return found;
}

/// Whether a pair of a displaced atom and one of a collected group is missing. All threads; the
/// warps share the groups.
template <class P>
__device__ bool any_group_has_missing_pair(const MissingPairSearch<P>& search, int buffer,
                                           const MovedAtom<P>* displaced,
                                           const GroupsAround& around) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const std::uint32_t groups = min(around.count, GroupsAround::most);
    bool found = false;
#pragma unroll 4
    for (std::uint32_t g = threadIdx.x / warp_lanes; g < groups; g += search_warps) {
        const GroupNear group = around.group[g];
        const LocalIndex atom = group.first + (lane < group.count ? lane : 0);
        found |= is_missing_pair(search, displaced[group.displaced],
                                 pick(search.atoms.site, buffer)[atom],
                                 [&] { return search.atoms.reference[atom]; });
    }
    return found;
}

} // namespace mdsim
