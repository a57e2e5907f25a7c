// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/warp.cuh"
#include "kernels/sort/segment.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

// In the files of this folder, "One warp", "One block" or "All threads" at the end of a comment
// says who must call the function together.

/// Threads of a block that builds a tree; `many_tree_threads` if there are too few cells to fill
/// the device.
inline constexpr std::uint32_t tree_threads = 256;
inline constexpr std::uint32_t many_tree_threads = 1024;

/// A node of this many groups or fewer is cut by one warp, a larger one by the whole block.
inline constexpr std::uint32_t small_groups = 4;
/// Bins for each group of a large node, and the most that a node has: four for each lane.
inline constexpr std::uint32_t bins_per_group = 8;
inline constexpr int most_bins_log2 = 7;
static_assert(bins_per_group % 4 == 0);

/// A run of groups of 32 atoms, and the tiles that it belongs to, counted within a segment.
struct alignas(4) TreeNode {
    std::uint8_t first;
    std::uint8_t last;
    std::uint8_t first_tile;
    std::uint8_t last_tile;

    __device__ std::uint32_t groups() const { return last - first; }
    __device__ bool is_large() const { return groups() > small_groups; }
    /// The index of a large node in TreeShared::large; no two large nodes share one.
    __device__ std::uint32_t slot() const { return first / small_groups; }
    __device__ std::uint32_t begin() const { return first * warp_lanes; }
};

/// How the atoms of a node fall into bins: a bin is the coordinate along `side`, less `low`,
/// shifted right by `shift`.
template <class P> struct NodeFrame {
    using Bits = typename GroupBox<P>::Bits;
    Bits low;
    int side;
    int shift;
};

/// The bin in which a node is cut: how many atoms lie in lower bins, and how many in it.
struct CutBin {
    std::uint32_t bin;
    std::uint32_t below;
    std::uint32_t within;
};

/// What the warps of a block share on a large node.
template <class P> struct LargeNode {
    using Bits = typename GroupBox<P>::Bits;
    Bits low[3];
    Bits high[3];
    NodeFrame<P> frame;
    CutBin cut;
    std::uint32_t taken[3]; ///< places given to atoms below, in and above the bin of the cut
};

/// The tree of a segment, in shared memory. Each atom keeps its index in the segment; only the
/// indices in `place` are sorted.
template <class P> struct TreeShared {
    using Bits = typename GroupBox<P>::Bits;
    static constexpr std::uint32_t most_atoms = segment_atoms<P>;
    static constexpr std::uint32_t most_groups = most_atoms / warp_lanes;
    static constexpr std::uint32_t most_large = most_groups / small_groups;
    static constexpr std::uint32_t most_bins = most_groups * bins_per_group;
    static_assert(most_groups <= tree_threads && most_groups < 256);

    Bits u[3][most_atoms]; ///< coordinates of the atoms
    alignas(16) std::uint32_t bins[most_bins];
    std::uint16_t place[2][most_atoms]; ///< indices of atoms before and after a level, in turn
    TreeNode node[2][most_groups];      ///< the node of each group, likewise
    LargeNode<P> large[most_large];
    std::uint8_t tile_group[most_groups]; ///< the first group of each tile

    /// The group at which a node is cut: the first group of its middle tile, or, if it lies in one
    /// tile, its middle group.
    __device__ std::uint32_t middle(const TreeNode& n) const {
        if (n.last_tile - n.first_tile > 1) return tile_group[(n.first_tile + n.last_tile) / 2];
        return n.first + n.groups() / 2;
    }
};

/// Where sorted data of arrays with one buffer goes until all atoms have moved.
template <class P> struct MovedArrays : FollowingColumns<P, Pointers> {
    /// One array behind the other, in arrange_bytes<P>(atoms) of memory.
    MovedArrays(void* memory, std::size_t atoms) {
        static_assert(lie_end_to_end<P>());
        const auto place = [&]<class T>(T*& array) {
            array = static_cast<T*>(memory);
            memory = array + atoms;
        };
        for_each_column(place, *this);
    }
};

/// All atoms of the rank, and what is needed to move them.
template <class P> struct Movement {
    const AtomsView<P>* atoms;
    const MovedArrays<P>* moved;
    const LocalIndex* order; ///< where the atoms of the sorted cells are now
};

/// A run of whole tiles of one cell that one tree covers, as seen by one warp.
template <class P> struct Segment : Movement<P> {
    LocalIndex first; ///< where its atoms begin in `order`
    std::uint32_t count;
    std::uint32_t first_group; ///< the first group that the warp works on
    std::uint32_t last_group;  ///< the end of these groups

    __device__ std::uint32_t groups() const { return (count + warp_lanes - 1) / warp_lanes; }
    __device__ std::uint32_t end(std::uint32_t group) const {
        return group * warp_lanes < count ? group * warp_lanes : count;
    }
    /// Where an atom is now.
    __device__ LocalIndex source_of(std::uint32_t atom) const { return this->order[first + atom]; }
    __device__ ParticleId id_of(std::uint32_t atom) const {
        return this->atoms->id[source_of(atom)];
    }
};

/// One level of the tree of a segment, while it is being cut.
template <class P> struct TreeLevel {
    const Segment<P>& segment;
    const LowerTriangular<typename P::Real>& length;
    TreeShared<P>& shared;
    typename GroupBox<P>::Bits* value; ///< scratch memory, one element for each thread
    int now; ///< which of the two `node` and `place` hold this level; the others get the next

    __device__ TreeNode node_of(std::uint32_t group) const { return shared.node[now][group]; }
    __device__ std::uint16_t* from() const { return shared.place[now]; }
    __device__ std::uint16_t* to() const { return shared.place[1 - now]; }
    __device__ LargeNode<P>& large(const TreeNode& node) const { return shared.large[node.slot()]; }
    /// How many atoms of a node its lower half takes.
    __device__ std::uint32_t lower_half(const TreeNode& node) const {
        return shared.middle(node) * warp_lanes - node.begin();
    }
};

__device__ inline std::uint32_t lane_of_warp() { return threadIdx.x % warp_lanes; }
__device__ inline std::uint32_t lanes_below() { return (1u << lane_of_warp()) - 1; }

__device__ inline std::uint32_t lowest_of_warp(std::uint32_t v) {
    return __reduce_min_sync(all_lanes, v);
}
__device__ inline std::uint32_t highest_of_warp(std::uint32_t v) {
    return __reduce_max_sync(all_lanes, v);
}
__device__ inline std::uint64_t lowest_of_warp(std::uint64_t v) {
    for (int step = 16; step > 0; step /= 2) v = warp_min(v, step);
    return v;
}
__device__ inline std::uint64_t highest_of_warp(std::uint64_t v) {
    for (int step = 16; step > 0; step /= 2) v = warp_max(v, step);
    return v;
}

/// The box around the atoms at a run of places, without its half sides. One warp.
template <class P>
__device__ GroupBox<P> box_around(const std::uint16_t* place, std::uint32_t count,
                                  const TreeShared<P>& shared) {
    using Bits = typename GroupBox<P>::Bits;
    constexpr Bits top = ~Bits{0};
    Vec3<Bits> low{top, top, top};
    Vec3<Bits> high{0, 0, 0};
    for (std::uint32_t p = lane_of_warp(); p < count; p += warp_lanes) {
        const std::uint32_t i = place[p];
        const Vec3<Bits> u{shared.u[0][i], shared.u[1][i], shared.u[2][i]};
        low = {u.x < low.x ? u.x : low.x, u.y < low.y ? u.y : low.y, u.z < low.z ? u.z : low.z};
        high = {u.x > high.x ? u.x : high.x, u.y > high.y ? u.y : high.y,
                u.z > high.z ? u.z : high.z};
    }
    return {{lowest_of_warp(low.x), lowest_of_warp(low.y), lowest_of_warp(low.z)},
            {highest_of_warp(high.x), highest_of_warp(high.y), highest_of_warp(high.z)},
            {}};
}

/// The direction in which a box is longest.
template <class P>
__device__ int longest_side(const GroupBox<P>& box,
                            const LowerTriangular<typename P::Real>& length) {
    using Real = typename P::Real;
    const Real x = static_cast<Real>(box.high.x - box.low.x) * length.xx;
    const Real y = static_cast<Real>(box.high.y - box.low.y) * length.yy;
    const Real z = static_cast<Real>(box.high.z - box.low.z) * length.zz;
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

} // namespace mdsim
