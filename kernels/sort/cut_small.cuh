// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/sort/select.cuh"

namespace mdsim {

/// Cuts a node of at most N groups, whose coordinates fit into registers. One warp.
template <int N, class P>
__device__ void cut_small(const TreeLevel<P>& level, const TreeNode& node) {
    using Bits = typename GroupBox<P>::Bits;
    const std::uint32_t begin = node.begin();
    const Places places{level.from() + begin, level.segment.end(node.last) - begin};
    const GroupBox<P> box = box_around<P>(places.at, places.count, level.shared);
    const int side = longest_side<P>(box, level.length);
    const Line<Bits> line{level.shared.u[side], box.low[side]};
    Bits value[N];
#pragma unroll
    for (int k = 0; k < N; ++k) {
        const std::uint32_t p = k * warp_lanes + lane_of_warp();
        value[k] = p < places.count ? line[places.at[p]] : ~Bits{0};
    }
    const auto count_below = [&](Bits bound) {
        std::uint32_t count = 0;
#pragma unroll
        for (int k = 0; k < N; ++k) count += value[k] < bound ? 1 : 0;
        return __reduce_add_sync(all_lanes, count);
    };
    const std::uint32_t wanted = level.lower_half(node);
    const Bits extent = box.high[side] - box.low[side];
    const Bound<Bits> bound = bisect(Bits{0}, extent, wanted, count_below);
    split_places(places, level.to() + begin, line, bound, wanted, level.segment);
}

/// Copies the atoms of groups [first, last), which stay where they are. One warp.
template <class P>
__device__ void keep_places(const TreeLevel<P>& level, std::uint32_t first, std::uint32_t last) {
    const std::uint32_t end = level.segment.end(last);
#pragma unroll 1
    for (std::uint32_t p = first * warp_lanes + lane_of_warp(); p < end; p += warp_lanes)
        level.to()[p] = level.from()[p];
}

/// Cuts all nodes of several groups, none of which is large. All threads; a barrier must follow.
template <class P> __device__ void cut_small_nodes(const TreeLevel<P>& level) {
    TreeNode node;
    for (std::uint32_t g = level.segment.first_group; g < level.segment.last_group; g = node.last) {
        node = level.node_of(g);
        if (node.first != g) continue;
        if (node.groups() == 1)
            keep_places(level, g, node.last);
        else if (node.groups() == 2)
            cut_small<2>(level, node);
        else
            cut_small<small_groups>(level, node);
    }
}

} // namespace mdsim
