// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/near_groups.cuh"

namespace mdsim {

/// Most groups of 32 atoms in a tile.
inline constexpr std::uint32_t most_own_groups = 8;

/// What the threads of a block share while they look for the halo of a tile.
template <class P> struct HaloShared {
    using Real = typename P::Real;

    RealBox<Real> own[most_own_groups]; ///< around the groups of the tile
    RealBox<Real> whole;                ///< around all of them
    Vec3<typename P::Fraction> centre;
    std::uint32_t own_groups;
    std::uint32_t groups; ///< near the tile
    std::uint32_t slots;
    std::uint32_t own_slot; ///< the slot of the tile's first atom
    std::uint32_t first_slot;
    std::uint32_t first_run;
};

/// The boxes around the tile and its groups, and the centre that all coordinates refer to. One
/// warp.
template <class P>
__device__ void frame_tile(const ListSource<P>& source, const GroupBox<P>* boxes,
                           const DeviceTile<P>& tile, HaloShared<P>& halo) {
    using Fraction = typename P::Fraction;
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const LocalIndex cell_first = source.cell_first[tile.cell];
    const std::uint32_t groups = (tile.count + warp_lanes - 1) / warp_lanes;
    const std::uint32_t place =
        group_place(cell_first, tile.cell) + (tile.first - cell_first) / warp_lanes;
    const GroupBox<P> own = boxes[place + (lane < groups ? lane : 0)];
    GroupBox<P> all = own;
    for (int step = 4; step > 0; step /= 2) {
        all.low = {warp_min(all.low.x, step), warp_min(all.low.y, step), warp_min(all.low.z, step)};
        all.high = {warp_max(all.high.x, step), warp_max(all.high.y, step),
                    warp_max(all.high.z, step)};
    }
    all.half = half_sides(all, source.scale);
    const Vec3<Fraction> centre = all.middle();
    if (lane < groups) halo.own[lane] = seen_box<P>(own, {0, 0, 0, 0}, centre, source);
    if (lane != 0) return;
    halo.centre = centre;
    halo.own_groups = groups;
    halo.whole = seen_box<P>(all, {0, 0, 0, 0}, centre, source);
}

/// The squared range of lists, with room for the rounding of distances.
template <class P> __device__ typename P::Real ample_range2(const ListSource<P>& source) {
    using Real = typename P::Real;
    return source.largest_range * source.largest_range * Real(1.0001);
}

/// Whether two boxes may hold atoms that are neighbours.
template <class P>
__device__ bool may_touch(const RealBox<typename P::Real>& a, const RealBox<typename P::Real>& b,
                          const ListSource<P>& source) {
    return distance2(a, b.middle, b.half) <= ample_range2(source);
}

/// Whether group number `g` of a cell may hold atoms near the tile.
template <class P>
__device__ bool group_is_near(const ListSource<P>& source, const GroupBox<P>* boxes,
                              const NearCell& cell, std::uint32_t g, const HaloShared<P>& halo) {
    if (g * warp_lanes >= cell.count) return false;
    const auto seen = seen_box<P>(boxes[cell.group_place + g], cell.image, halo.centre, source);
    return may_touch(halo.whole, seen, source);
}

/// The groups of a cell near the tile, 32 a word; a lane's bit stands for one group.
struct NearBits {
    std::uint32_t first_word;
    std::uint32_t count;
};

/// Finds which groups of a cell are near the tile. Only the first word is kept: what lies beyond
/// is found again when it is noted. One warp.
template <class P>
__device__ NearBits scan_cell(const ListSource<P>& source, const GroupBox<P>* boxes,
                              const NearCell& cell, const HaloShared<P>& halo) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    NearBits bits{0, 0};
    for (std::uint32_t g = 0; g * warp_lanes < cell.count; g += warp_lanes) {
        const std::uint32_t hits =
            __ballot_sync(all_lanes, group_is_near(source, boxes, cell, g + lane, halo));
        if (g == 0) bits.first_word = hits;
        bits.count += __popc(hits);
    }
    return bits;
}

/// Which groups of the tile a box may touch.
template <class P>
__device__ std::uint32_t touched_groups(const ListSource<P>& source, const HaloShared<P>& halo,
                                        const RealBox<typename P::Real>& seen) {
    std::uint32_t own = 0;
    for (std::uint32_t g = 0; g < halo.own_groups; ++g)
        own |= may_touch(halo.own[g], seen, source) ? 1u << g : 0;
    return own;
}

/// Notes the groups that were found. One warp.
template <class P>
__device__ void note_groups(const ListSource<P>& source, const GroupBox<P>* boxes,
                            const NearCell& cell, const NearBits& bits, const HaloShared<P>& halo,
                            NearGroup* groups) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    std::uint32_t noted = 0;
    for (std::uint32_t g = 0; g * warp_lanes < cell.count; g += warp_lanes) {
        std::uint32_t hits = bits.first_word;
        if (g > 0)
            hits = __ballot_sync(all_lanes, group_is_near(source, boxes, cell, g + lane, halo));
        if (hits >> lane & 1u) {
            const std::uint32_t begin = (g + lane) * warp_lanes;
            const std::uint32_t left = cell.count - begin;
            const auto seen =
                seen_box<P>(boxes[cell.group_place + g + lane], cell.image, halo.centre, source);
            NearGroup& group = groups[noted + __popc(hits & ((1u << lane) - 1))];
            group.first = cell.first + begin;
            group.code = NearGroup::encode(left < warp_lanes ? left : warp_lanes, cell.image);
            group.own = touched_groups(source, halo, seen);
        }
        noted += __popc(hits);
    }
}

/// Selects those atoms of a group that are near a group of the tile. One warp.
template <class P>
__device__ void select_atoms(const ListSource<P>& source, const DeviceTile<P>& tile,
                             const HaloShared<P>& halo, NearGroup& group) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const bool exists = lane < group.atoms();
    bool near = false;
    if (group.own != 0) {
        const auto u = source.site[group.first + (exists ? lane : 0)].position();
        const auto r = source.images ? imaged<P>(u, halo.centre, group.image(), {}, source.scale)
                                     : nearest<P>(u, halo.centre, source.scale);
        for (std::uint32_t own = group.own; own != 0; own &= own - 1)
            near = near ||
                   distance2(halo.own[__ffs(static_cast<int>(own)) - 1], r) <= ample_range2(source);
    }
    // The tile's own atoms are in, whatever rounding says.
    const bool mine = group.first >= tile.first && group.first < tile.first + tile.count &&
                      (group.code & 0xffffffu) == 0;
    const std::uint32_t hits = __ballot_sync(all_lanes, exists && (near || mine));
    if (lane == 0) group.selected = hits;
}

} // namespace mdsim
