// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/lacking_pair.cuh"
#include "kernels/lists/near_groups.cuh"

namespace mdsim {

/// The far atoms of the block's cell.
template <class P> struct OwnFar {
    Mover<P> atom[most_far_atoms];
    std::uint32_t count;
};

/// The cell a step away; no atoms beyond an open face.
template <class P>
__device__ bool step_to(const ListSource<P>& source, std::uint32_t from, const CellStep& s,
                        std::uint32_t& to) {
    const Vec3<int> n = source.grid.count;
    const Vec3<int> at = place_of(from, source.grid);
    Vec3<int> image;
    const Vec3<int> c{wrapped(at.x + s.x, n.x, image.x), wrapped(at.y + s.y, n.y, image.y),
                      wrapped(at.z + s.z, n.z, image.z)};
    to = static_cast<std::uint32_t>(c.x + n.x * (c.y + n.y * c.z));
    return (image.x == 0 || source.wraps[0]) && (image.y == 0 || source.wraps[1]) &&
           (image.z == 0 || source.wraps[2]);
}

/// The block's cell, as seen from its middle.
template <class P> struct OwnCell {
    Vec3<typename P::Fraction> middle;
    RealBox<typename P::Real> box;

    __device__ explicit OwnCell(const ListSource<P>& source) {
        const GroupBox<P> all = cell_box<P>(place_of(blockIdx.x, source.grid), source);
        middle = all.middle();
        box = seen_box<P>(all, {0, 0, 0, 0}, middle, source);
    }
    /// Whether an atom may be near one that was in the cell.
    __device__ bool is_near(const ListSource<P>& source, const Site<P>& site) const {
        return distance2(box, nearest<P>(site.position(), middle, source.scale)) <=
               ample_range2(source);
    }
};

/// Far atoms of other cells that may be near those of the block's cell.
template <class P> struct FarAround {
    static constexpr std::uint32_t most = 160;

    Mover<P> atom[most];
    std::uint32_t count; ///< also of those for which there was no room
};

/// Collects the far atoms around the block's cell, of cells after it. All threads; the warps share
/// the cells.
template <class P>
__device__ void collect_far(const LackSearch<P>& search, int buffer, FarAround<P>& around) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const OwnCell<P> cell(search.source);
    for (std::uint32_t s = threadIdx.x / warp_lanes; s < search.source.step_count;
         s += search_warps) {
        std::uint32_t other;
        if (!step_to(search.source, blockIdx.x, search.source.steps[s], other) ||
            other <= blockIdx.x)
            continue;
        const std::uint32_t count = min(pick(search.far.count, buffer)[other], search.far.room);
        for (std::uint32_t e = lane; e < count; e += warp_lanes) {
            const Mover<P> far = mover(search.atoms, buffer, search.far.atom_of(other, e));
            if (!cell.is_near(search.source, far.now)) continue;
            const std::uint32_t place = atomicAdd(&around.count, 1u);
            if (place < FarAround<P>::most) around.atom[place] = far;
        }
    }
}

/// Whether lists lack a pair of far atoms of the block's cell, or of one of them with one around.
/// All threads share the pairs.
template <class P>
__device__ bool far_pair_lacks(const LackSearch<P>& search, const OwnFar<P>& own,
                               const FarAround<P>& around) {
    bool found = around.count > FarAround<P>::most;
    const std::uint32_t others = own.count + min(around.count, FarAround<P>::most);
    for (std::uint32_t k = threadIdx.x; k < own.count * others; k += search_threads) {
        const std::uint32_t a = k % own.count;
        const std::uint32_t b = k / own.count;
        if (b <= a) continue;
        const Mover<P>& other = b < own.count ? own.atom[b] : around.atom[b - own.count];
        found |= lacks(search, own.atom[a], other.now, [&other] { return other.then; });
    }
    return found;
}

} // namespace mdsim
