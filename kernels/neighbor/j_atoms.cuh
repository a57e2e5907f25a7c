// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"
#include "core/contract.hpp"
#include "kernels/neighbor/near_groups.cuh"
#include "kernels/neighbor/tile_slabs.hpp"

namespace mdsim {

/// Most groups of 32 atoms in a tile.
inline constexpr std::uint32_t most_own_groups = 8;

/// What the threads of a block share about the tile and its j-atoms.
template <class P> struct JAtomsShared {
    using Real = typename P::Real;

    RealBox<Real> tile; ///< around its atoms
    Vec3<typename P::Fraction> centre;
    TileSlabs<Real> slabs;
    std::uint32_t slots;
    std::uint32_t own_slot; ///< the slot of the tile's first atom
    std::uint32_t first_slot;
    std::uint32_t first_run;
};

/// The tile between its slabs, where the box is tilted.
template <class P, class Source>
__device__ void set_slabs(const Source& source, const GroupBox<P>& all, JAtomsShared<P>& j_atoms) {
    const LowerTriangular<typename P::Real>& built = *source.built;
    j_atoms.slabs.used =
        !source.images && (built.xy != 0 || built.xz != 0 || built.yz != 0) ? 1 : 0;
    if (j_atoms.slabs.used == 0) return;
    const Vec3<double> height =
        heights_of({built.xx, built.xy, built.yy, built.xz, built.yz, built.zz});
    const double range = source.largest_range;
    const auto half = [](auto low, auto high) { return static_cast<double>((high - low) / 2 + 1); };
    j_atoms.slabs.set(
        {height.x / range, height.y / range, height.z / range},
        {half(all.low.x, all.high.x), half(all.low.y, all.high.y), half(all.low.z, all.high.z)});
}

/// The box around the tile, and the centre that all coordinates refer to. One warp.
template <class P, class Source>
__device__ void frame_tile(const Source& source, const GroupBox<P>* boxes,
                           const DeviceTile<P>& tile, JAtomsShared<P>& j_atoms) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    MDSIM_EXPECT(tile.cell < source.cells.owned);
    const LocalIndex cell_first = source.cell_first[tile.cell];
    const std::uint32_t groups = (tile.count + warp_lanes - 1) / warp_lanes;
    MDSIM_EXPECT(groups <= most_own_groups);
    const std::uint32_t place =
        group_place(cell_first, tile.cell) + (tile.first - cell_first) / warp_lanes;
    GroupBox<P> all = boxes[place + (lane < groups ? lane : 0)];
    for (int step = most_own_groups / 2; step > 0; step /= 2) {
        all.low = {warp_min(all.low.x, step), warp_min(all.low.y, step), warp_min(all.low.z, step)};
        all.high = {warp_max(all.high.x, step), warp_max(all.high.y, step),
                    warp_max(all.high.z, step)};
    }
    if (lane != 0) return;
    all.half = half_sides(all, *source.built);
    j_atoms.centre = all.middle();
    j_atoms.tile = seen_box<P>(all, {0, 0, 0, 0}, j_atoms.centre, source);
    set_slabs(source, all, j_atoms);
}

/// An atom's place as the tile sees it, in a given image where images matter.
template <class P, class Source>
__device__ Vec3<typename P::Real> seen_from(const Vec3<typename P::Fraction>& centre,
                                            const Site<P>& site, const ImageCode& image,
                                            const Source& source) {
    return source.images ? imaged<P>(site.position(), centre, image, {}, *source.built)
                         : nearest<P>(site.position(), centre, *source.built);
}

/// Whether a group of a cell may hold atoms near the tile.
template <class P, class Source>
__device__ bool group_is_near(const Source& source, const GroupBox<P>& box, const ImageCode& image,
                              const JAtomsShared<P>& j_atoms) {
    return distance2(j_atoms.tile, seen_box<P>(box, image, j_atoms.centre, source)) <=
           ample_range2(source);
}

/// Groups whose atoms one warp reads at once: every `stride`-th from `first` on, below `end`.
template <class P> struct GroupBatch {
    static constexpr std::uint32_t most = 128 / sizeof(Site<P>);

    NearGroup* groups;
    std::uint32_t first;
    std::uint32_t stride;
    std::uint32_t end;

    __device__ bool has(std::uint32_t k) const { return first + k * stride < end; }
    __device__ NearGroup& group(std::uint32_t k) const {
        return groups[has(k) ? first + k * stride : first];
    }

    /// Reads one atom a lane of each group, any where the group has less, all at once; then calls
    /// `use(group, site)` for one group after the other.
    template <class Use> __device__ void for_each(const Site<P>* site, const Use& use) const {
        const std::uint32_t lane = threadIdx.x % warp_lanes;
        Site<P> read[most];
#pragma unroll
        for (std::uint32_t k = 0; k < most; ++k) {
            const NearGroup& g = group(k);
            read[k] = site[g.first + (lane < g.atoms() ? lane : 0)];
        }
        // No read may wait for the use of the one before.
        __syncwarp();
#pragma unroll
        for (std::uint32_t k = 0; k < most; ++k) {
            if (!has(k)) break;
            use(group(k), read[k]);
        }
    }
};

/// Selects those atoms of some groups that are near the tile. One warp.
template <class P, class Source>
__device__ void select_atoms(const Source& source, const DeviceTile<P>& tile,
                             const JAtomsShared<P>& j_atoms, const GroupBatch<P>& batch) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    batch.for_each(source.site, [&](NearGroup& group, const Site<P>& site) {
        const auto r = seen_from<P>(j_atoms.centre, site, group.image(), source);
        bool near = distance2(j_atoms.tile, r) <= ample_range2(source);
        if (j_atoms.slabs.used != 0)
            near &= j_atoms.slabs.reach(nearest_fraction<P>(site.position(), j_atoms.centre));
        // The tile's own atoms are in, whatever rounding says.
        const bool mine = group.first - tile.first < tile.count && !group.moved();
        const std::uint32_t hits = __ballot_sync(all_lanes, lane < group.atoms() && (near || mine));
        if (lane == 0) group.selected = hits;
    });
}

} // namespace mdsim
