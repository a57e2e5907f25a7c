// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/sort/tree.cuh"

namespace mdsim {

/// Four coordinates read at once.
template <class Bits> struct alignas(16) FourBits { Bits value[4]; };

/// How many lanes have a smaller value, or the same and a smaller id. One warp.
template <class Bits>
__device__ std::uint32_t rank_by_id(const Bits* values, Bits value, ParticleId id,
                                    std::uint32_t lanes) {
    std::uint32_t rank = 0;
#pragma unroll 1
    for (std::uint32_t j = 0; j < lanes; ++j) {
        const ParticleId other = __shfl_sync(all_lanes, id, static_cast<int>(j));
        rank += values[j] < value || (values[j] == value && other < id) ? 1 : 0;
    }
    return rank;
}

/// The rank of each lane's atom by value, then by id. Only the first `lanes` lanes have an atom.
/// `values` is scratch memory for 32 numbers. One warp.
template <class P, class Bits>
__device__ std::uint32_t rank_of_lane(Bits* values, Bits value, std::uint32_t atom,
                                      std::uint32_t lanes, const Segment<P>& segment) {
    const std::uint32_t lane = lane_of_warp();
    const bool exists = lane < lanes;
    values[lane] = exists ? value : ~Bits{0};
    __syncwarp();
    // Lanes without an atom hold the largest value there is. It is below no other, so they may be
    // counted along.
    std::uint32_t rank = 0;
#pragma unroll 2
    for (std::uint32_t j = 0; j < warp_lanes; j += 4) {
        const auto four = *reinterpret_cast<const FourBits<Bits>*>(&values[j]);
        for (int k = 0; k < 4; ++k) rank += four.value[k] < value ? 1 : 0;
    }
    const std::uint32_t ranks = __reduce_or_sync(all_lanes, exists ? 1u << rank : 0u);
    if (__popc(ranks) != static_cast<int>(lanes))
        rank = rank_by_id(values, value, exists ? segment.id_of(atom) : 0, lanes);
    __syncwarp();
    return rank;
}

/// Moves all data of an atom. Its position goes to the buffer that is not in use.
template <class P>
__device__ void move_atom(const Movement<P>& movement, LocalIndex from, LocalIndex to) {
    const AtomsView<P>& atoms = *movement.atoms;
    const int positions = atoms.control->position_buffer;
    const Site<P> site = pick(atoms.site, positions)[from];
    FollowingColumns<P, OneAtom> columns;
    load_columns(atoms, from, columns);
    pick(atoms.site, 1 - positions)[to] = site;
    atoms.reference[to] = site;
    store_columns(columns, *movement.moved, to);
}

/// Orders the atoms of group `g` along the longest side of its box, moves them, and writes the box
/// to `boxes`. One warp.
template <class P>
__device__ void place_group(const TreeLevel<P>& level, std::uint32_t g, GroupBox<P>* boxes) {
    const Segment<P>& segment = level.segment;
    const std::uint32_t begin = g * warp_lanes;
    const std::uint32_t count = segment.end(g + 1) - begin;
    const std::uint32_t lane = lane_of_warp();
    const bool exists = lane < count;
    GroupBox<P> box = box_around<P>(level.from() + begin, count, level.shared);
    const int side = longest_side<P>(box, level.length);
    if (lane == 0) {
        box.half = half_sides(box, level.length);
        boxes[g] = box;
    }
    const std::uint32_t i = exists ? level.from()[begin + lane] : 0;
    const std::uint32_t rank = rank_of_lane(level.value + threadIdx.x / warp_lanes * warp_lanes,
                                            level.shared.u[side][i], i, count, segment);
    if (exists) level.to()[begin + rank] = static_cast<std::uint16_t>(i);
    __syncwarp();
    if (exists)
        move_atom<P>(segment, segment.source_of(level.to()[begin + lane]),
                     segment.first + begin + lane);
}

} // namespace mdsim
