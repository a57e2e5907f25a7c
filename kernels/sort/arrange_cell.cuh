// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/sort/cut_large.cuh"
#include "kernels/sort/place_group.cuh"

namespace mdsim {

/// The atoms at [begin, end) of a cell, whose groups are shared evenly among the warps.
template <class P>
__device__ Segment<P> segment_of(const Movement<P>& movement, LocalIndex cell_first,
                                 std::uint32_t begin, std::uint32_t end) {
    Segment<P> s{movement, cell_first + begin, end - begin, 0, 0};
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t warps = blockDim.x / warp_lanes;
    s.first_group = warp * s.groups() / warps;
    s.last_group = (warp + 1) * s.groups() / warps;
    return s;
}

/// Reads the coordinates of a segment's atoms. Each warp reads those of its groups.
template <class P> __device__ void load_atoms(const Segment<P>& segment, TreeShared<P>& shared) {
    using Bits = typename GroupBox<P>::Bits;
    const Site<P>* sites = pick(segment.atoms->site, segment.atoms->control->position_buffer);
    const std::uint32_t end = segment.end(segment.last_group);
    // Several reads are under way at once: first the places of the atoms, then the atoms.
    constexpr std::uint32_t batch = 4;
    for (std::uint32_t base = segment.first_group * warp_lanes + lane_of_warp(); base < end;
         base += batch * warp_lanes) {
        LocalIndex from[batch];
        Site<P> site[batch];
#pragma unroll
        for (std::uint32_t k = 0; k < batch; ++k) {
            const std::uint32_t p = base + k * warp_lanes;
            from[k] = segment.source_of(p < end ? p : base);
        }
#pragma unroll
        for (std::uint32_t k = 0; k < batch; ++k) site[k] = sites[from[k]];
#pragma unroll
        for (std::uint32_t k = 0; k < batch; ++k) {
            const std::uint32_t p = base + k * warp_lanes;
            if (p >= end) break;
            shared.u[0][p] = static_cast<Bits>(site[k].x);
            shared.u[1][p] = static_cast<Bits>(site[k].y);
            shared.u[2][p] = static_cast<Bits>(site[k].z);
            shared.place[0][p] = static_cast<std::uint16_t>(p);
        }
    }
}

/// The half of a node that holds group `g`, once the node is cut.
template <class P>
__device__ TreeNode half_with(std::uint32_t g, TreeNode node, const TreeShared<P>& shared) {
    const std::uint32_t middle = shared.middle(node);
    const int middle_tile = (node.first_tile + node.last_tile) / 2;
    const bool by_tiles = node.last_tile - node.first_tile > 1;
    if (g < middle) {
        node.last = static_cast<std::uint8_t>(middle);
        if (by_tiles) node.last_tile = static_cast<std::uint8_t>(middle_tile);
    } else {
        node.first = static_cast<std::uint8_t>(middle);
        if (by_tiles) node.first_tile = static_cast<std::uint8_t>(middle_tile);
    }
    return node;
}

/// Calls `cut()`, which cuts every node of more than `limit` groups, until there is none. `node` is
/// the node of this thread's group. All threads.
template <class P, class Cut>
__device__ void cut_down_to(std::uint32_t limit, TreeLevel<P>& level, TreeNode& node,
                            const Cut& cut) {
    const std::uint32_t groups = level.segment.groups();
    for (bool again = groups > limit; again; level.now = 1 - level.now) {
        cut();
        if (threadIdx.x < groups) {
            if (node.groups() > limit) node = half_with(threadIdx.x, node, level.shared);
            level.shared.node[1 - level.now][threadIdx.x] = node;
        }
        again = __syncthreads_or(node.groups() > limit) != 0;
    }
}

/// Builds the tree down to single groups; `level` is then the last level. All threads.
template <class P> __device__ void build_tree(TreeLevel<P>& level, std::uint32_t tiles) {
    const std::uint32_t groups = level.segment.groups();
    TreeNode node{0, 0, 0, 0};
    if (threadIdx.x < groups)
        level.shared.node[0][threadIdx.x] =
            node = {0, static_cast<std::uint8_t>(groups), 0, static_cast<std::uint8_t>(tiles)};
    clear_large(level.shared);
    __syncthreads();
    cut_down_to(small_groups, level, node, [&] { cut_large_nodes(level); });
    cut_down_to(1, level, node, [&] { cut_small_nodes(level); });
}

/// Orders and moves the atoms of one segment of `tiles` tiles. All threads.
template <class P>
__device__ void arrange_segment(const Segment<P>& segment, std::uint32_t tiles,
                                const LowerTriangular<typename P::Real>& length, GroupBox<P>* boxes,
                                TreeShared<P>& shared, typename GroupBox<P>::Bits* value) {
    load_atoms(segment, shared);
    TreeLevel<P> level{segment, length, shared, value, 0};
    build_tree(level, tiles);
    for (std::uint32_t g = segment.first_group; g < segment.last_group; ++g)
        place_group(level, g, boxes);
}

/// Brings the atoms of a cell, with all their data, into the order of a k-d tree over each of its
/// segments. The blocks with the same `blockIdx.x` share the segments. `value` has an element for
/// each thread. All threads of a block.
template <class P>
__device__ void arrange_cell(const Movement<P>& movement, const ListSource<P>& source,
                             GroupBox<P>* boxes, std::uint32_t cell, TreeShared<P>& shared,
                             typename GroupBox<P>::Bits* value) {
    const LocalIndex cell_first = source.cell_first[cell];
    const std::uint32_t count = source.cell_first[cell + 1] - cell_first;
    const std::uint32_t tiles = tiles_of(count, source.shape);
    const std::uint32_t most = segment_tiles<P>(source.shape);
    const std::uint32_t segments = (tiles + most - 1) / most;
    for (std::uint32_t s = blockIdx.y; s < segments; s += gridDim.y) {
        const std::uint32_t tile = s * tiles / segments;
        const std::uint32_t last_tile = (s + 1) * tiles / segments;
        const std::uint32_t begin = tile_begin(tile, tiles, count);
        const std::uint32_t end = tile_begin(last_tile, tiles, count);
        MDSIM_EXPECT(begin <= end && end - begin <= segment_atoms<P>);
        if (s > blockIdx.y) __syncthreads();
        if (threadIdx.x < last_tile - tile)
            shared.tile_group[threadIdx.x] = static_cast<std::uint8_t>(
                (tile_begin(tile + threadIdx.x, tiles, count) - begin) / warp_lanes);
        GroupBox<P>* own = boxes + group_place(cell_first, cell) + begin / warp_lanes;
        arrange_segment(segment_of(movement, cell_first, begin, end), last_tile - tile,
                        *source.built, own, shared, value);
    }
}

} // namespace mdsim
