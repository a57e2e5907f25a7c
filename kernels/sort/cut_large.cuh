// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/sort/cut_small.cuh"

namespace mdsim {

__device__ inline void lower_to(std::uint32_t& least, std::uint32_t v) { atomicMin(&least, v); }
__device__ inline void raise_to(std::uint32_t& most, std::uint32_t v) { atomicMax(&most, v); }
__device__ inline void lower_to(std::uint64_t& least, std::uint64_t v) {
    atomicMin(reinterpret_cast<unsigned long long*>(&least), v);
}
__device__ inline void raise_to(std::uint64_t& most, std::uint64_t v) {
    atomicMax(reinterpret_cast<unsigned long long*>(&most), v);
}

__device__ inline int bits_of(std::uint32_t v) { return 32 - __clz(static_cast<int>(v)); }
__device__ inline int bits_of(std::uint64_t v) { return 64 - __clzll(static_cast<long long>(v)); }

/// The binary logarithm of how many bins a node has: about one bin for four atoms, up to a limit.
__device__ inline int bins_log2(const TreeNode& node) {
    const int log2 = bits_of(node.groups() * bins_per_group) - 1;
    return log2 < most_bins_log2 ? log2 : most_bins_log2;
}

/// The groups of a node that one warp works on.
struct NodeRun {
    TreeNode node;
    std::uint32_t first;
    std::uint32_t last;
    /// Whether this warp does the work that is done once for the node.
    __device__ bool leads() const { return first == node.first; }
};

/// Calls `work(run)` for the groups of large nodes that this warp works on, and `rest(run)` for
/// those of other nodes.
template <class P, class Work, class Rest>
__device__ void for_each_run(const TreeLevel<P>& level, const Work& work, const Rest& rest) {
    std::uint32_t last = 0;
    for (std::uint32_t g = level.segment.first_group; g < level.segment.last_group; g = last) {
        const TreeNode node = level.node_of(g);
        last = node.last < level.segment.last_group ? node.last : level.segment.last_group;
        if (node.is_large())
            work(NodeRun{node, g, last});
        else
            rest(NodeRun{node, g, last});
    }
}

/// Widens the box of a node by the atoms of a run. One warp.
template <class P> __device__ void widen_box(const TreeLevel<P>& level, const NodeRun& run) {
    const std::uint32_t begin = run.first * warp_lanes;
    const GroupBox<P> box =
        box_around<P>(level.from() + begin, level.segment.end(run.last) - begin, level.shared);
    const std::uint32_t lane = lane_of_warp();
    if (lane >= 3) return;
    LargeNode<P>& large = level.large(run.node);
    lower_to(large.low[lane], box.low[static_cast<int>(lane)]);
    raise_to(large.high[lane], box.high[static_cast<int>(lane)]);
}

/// How the atoms of a node fall into bins. The box of the node must be known.
template <class P>
__device__ NodeFrame<P> frame_of(const TreeLevel<P>& level, const TreeNode& node) {
    const LargeNode<P>& large = level.large(node);
    const GroupBox<P> box{{large.low[0], large.low[1], large.low[2]},
                          {large.high[0], large.high[1], large.high[2]},
                          {}};
    const int side = longest_side<P>(box, level.length);
    const typename GroupBox<P>::Bits low = box.low[side];
    const int spare = bits_of(box.high[side] - low) - bins_log2(node);
    return {low, side, spare > 0 ? spare : 0};
}

/// Counts the atoms of a run in the bins of their node. One warp.
template <class P> __device__ void count_in_bins(const TreeLevel<P>& level, const NodeRun& run) {
    const NodeFrame<P> frame = frame_of(level, run.node);
    std::uint32_t* bins = level.shared.bins + run.node.first * bins_per_group;
    const Line<typename GroupBox<P>::Bits> line{level.shared.u[frame.side], frame.low};
    const std::uint32_t end = level.segment.end(run.last);
    for (std::uint32_t p = run.first * warp_lanes + lane_of_warp(); p < end; p += warp_lanes)
        atomicAdd(&bins[line[level.from()[p]] >> frame.shift], 1u);
    if (run.leads() && lane_of_warp() == 0) level.large(run.node).frame = frame;
}

/// The bin that holds the first atom of a node's upper half. One warp; all lanes get the result.
template <class P> __device__ CutBin find_bin(const TreeLevel<P>& level, const TreeNode& node) {
    const std::uint32_t wanted = level.lower_half(node);
    const std::uint32_t lane = lane_of_warp();
    const std::uint32_t* bins = level.shared.bins + node.first * bins_per_group;
    uint4 four{0, 0, 0, 0};
    if (4 * lane < 1u << bins_log2(node)) four = reinterpret_cast<const uint4*>(bins)[lane];
    const std::uint32_t counts[4] = {four.x, four.y, four.z, four.w};
    const std::uint32_t sum = four.x + four.y + four.z + four.w;
    CutBin cut{4 * lane, sum_before(sum, lane), four.x};
    const bool here = cut.below <= wanted && wanted < cut.below + sum;
#pragma unroll
    for (int k = 1; k < 4; ++k) {
        if (cut.below + cut.within > wanted) continue;
        cut = {cut.bin + 1, cut.below + cut.within, counts[k]};
    }
    const int at = __ffs(static_cast<int>(__ballot_sync(all_lanes, here))) - 1;
    return {__shfl_sync(all_lanes, cut.bin, at), __shfl_sync(all_lanes, cut.below, at),
            __shfl_sync(all_lanes, cut.within, at)};
}

/// Moves the atoms of a run into three parts of their node: atoms in bins below the cut, atoms in
/// the bin of the cut, and atoms in bins above. Other warps fill the same parts at the same time,
/// so the order within a part may be any. One warp.
template <class P> __device__ void move_by_bins(const TreeLevel<P>& level, const NodeRun& run) {
    const CutBin cut = find_bin(level, run.node);
    LargeNode<P>& large = level.large(run.node);
    const NodeFrame<P> frame = large.frame;
    const Line<typename GroupBox<P>::Bits> line{level.shared.u[frame.side], frame.low};
    const std::uint32_t lane = lane_of_warp();
    const std::uint32_t begin =
        run.node.begin() + (lane > 0 ? cut.below : 0) + (lane > 1 ? cut.within : 0);
#pragma unroll 1 // iterations cannot overlap, as each stores to places; unrolling wastes registers
    for (std::uint32_t g = run.first; g < run.last; ++g) {
        const std::uint32_t p = g * warp_lanes + lane;
        const bool exists = p < level.segment.count;
        const std::uint32_t i = exists ? level.from()[p] : 0;
        const auto bin = line[i] >> frame.shift;
        const std::uint32_t below = __ballot_sync(all_lanes, exists && bin < cut.bin);
        const std::uint32_t above = __ballot_sync(all_lanes, exists && bin > cut.bin);
        const std::uint32_t within = __ballot_sync(all_lanes, exists) & ~(below | above);
        // Lanes 0 to 2 take places for all atoms below, in and above the bin.
        std::uint32_t place = 0;
        if (lane < 3)
            place = begin + atomicAdd(&large.taken[lane],
                                      __popc(lane == 0 ? below : (lane == 1 ? within : above)));
        const int part = bin < cut.bin ? 0 : (bin == cut.bin ? 1 : 2);
        const std::uint32_t same = part == 0 ? below : (part == 1 ? within : above);
        place = __shfl_sync(all_lanes, place, part) + __popc(same & lanes_below());
        if (exists) level.to()[place] = static_cast<std::uint16_t>(i);
    }
    if (run.leads() && lane == 0) large.cut = cut;
}

/// Divides the atoms in the bin of the cut between the two halves, after move_by_bins. One warp.
template <class P> __device__ void split_bin(const TreeLevel<P>& level, const TreeNode& node) {
    using Bits = typename GroupBox<P>::Bits;
    const CutBin cut = level.large(node).cut;
    const std::uint32_t wanted = level.lower_half(node) - cut.below;
    if (wanted == 0) return;
    const NodeFrame<P> frame = level.large(node).frame;
    const Line<Bits> line{level.shared.u[frame.side], frame.low};
    const std::uint32_t begin = node.begin() + cut.below;
    const Places places{level.to() + begin, cut.within};
    const auto count_below = [&](Bits bound) {
        return count_if(places, [&](std::uint32_t i) { return line[i] < bound; });
    };
    const Bits low = Bits{cut.bin} << frame.shift;
    const Bits width = Bits{1} << frame.shift;
    const Bound<Bits> bound = bisect(low, low + (width - 1), wanted, count_below);
    std::uint16_t* spare = level.from() + begin; // no longer read by anyone
    split_places(places, spare, line, bound, wanted, level.segment);
    __syncwarp();
    for (std::uint32_t p = lane_of_warp(); p < cut.within; p += warp_lanes)
        level.to()[begin + p] = spare[p];
}

/// Clears bins and boxes for another level. All threads.
template <class P> __device__ void clear_large(TreeShared<P>& shared) {
    using Bits = typename GroupBox<P>::Bits;
    for (std::uint32_t b = threadIdx.x; b < TreeShared<P>::most_bins; b += blockDim.x)
        shared.bins[b] = 0;
    if (threadIdx.x >= TreeShared<P>::most_large) return;
    LargeNode<P>& large = shared.large[threadIdx.x];
    for (int d = 0; d < 3; ++d) {
        large.low[d] = ~Bits{0};
        large.high[d] = 0;
        large.taken[d] = 0;
    }
}

/// Cuts all large nodes:
/// 1. The warps find the box of each node.
/// 2. They count the atoms in bins along its longest side.
/// 3. They move the atoms below, into or above the bin in which the cut lies.
/// 4. One warp divides the atoms of that bin between the halves.
///
/// Atoms of other nodes keep their places. Bins and boxes are clear before and after. All threads;
/// a barrier must follow.
template <class P> __device__ void cut_large_nodes(const TreeLevel<P>& level) {
    const auto skip = [](const NodeRun&) {};
    for_each_run(
        level, [&](const NodeRun& run) { widen_box(level, run); }, skip);
    __syncthreads();
    for_each_run(
        level, [&](const NodeRun& run) { count_in_bins(level, run); }, skip);
    __syncthreads();
    for_each_run(
        level, [&](const NodeRun& run) { move_by_bins(level, run); },
        [&](const NodeRun& run) { keep_places(level, run.first, run.last); });
    __syncthreads();
    const auto split = [&](const NodeRun& run) {
        if (run.leads()) split_bin(level, run.node);
    };
    for_each_run(level, split, skip);
    clear_large(level.shared);
}

} // namespace mdsim
