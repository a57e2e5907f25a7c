// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/sort/tree.cuh"

namespace mdsim {

/// The bound between the smallest `wanted` numbers and the rest. `below` numbers are smaller than
/// `value`. If they are fewer than wanted, several numbers are equal to `value`, and only some of
/// these are wanted.
template <class T> struct Bound {
    T value;
    std::uint32_t below;
};

/// Finds the bound of the smallest `wanted` numbers by halving [low, high], in which all numbers
/// lie. At least one number is wanted, and at least one is not. count_below(v) is how many numbers
/// are smaller than v.
template <class T, class CountBelow>
__device__ Bound<T> bisect(T low, T high, std::uint32_t wanted, const CountBelow& count_below) {
    MDSIM_EXPECT(wanted > 0 && low <= high);
    std::uint32_t below_low = 0;
    while (low < high) {
        const T middle = high - (high - low) / 2;
        const std::uint32_t below = count_below(middle);
        if (below == wanted) return {middle, below};
        if (below < wanted) {
            low = middle;
            below_low = below;
        } else {
            high = middle - 1;
        }
    }
    return {low, below_low};
}

/// The atoms at a run of places.
struct Places {
    const std::uint16_t* at;
    std::uint32_t count;
};

/// Coordinates along one side, measured from the lowest of a node.
template <class Bits> struct Line {
    const Bits* u;
    Bits low;
    __device__ Bits operator[](std::uint32_t atom) const { return u[atom] - low; }
};

/// How many atoms at these places pass a test. One warp.
template <class Test> __device__ std::uint32_t count_if(const Places& places, const Test& test) {
    std::uint32_t count = 0;
#pragma unroll 1 // rarely more than 32 places
    for (std::uint32_t p = lane_of_warp(); p < places.count; p += warp_lanes)
        count += test(places.at[p]) ? 1 : 0;
    return __reduce_add_sync(all_lanes, count);
}

/// Of the atoms at these places that share a coordinate, just `wanted` have an id below the one
/// returned. Ids are read from memory each time, because ties are rare except in crystals. One
/// warp.
template <class P, class Bits>
__device__ ParticleId id_bound(const Places& places, const Line<Bits>& line, Bits shared_value,
                               std::uint32_t wanted, const Segment<P>& segment) {
    std::uint64_t largest = 0;
#pragma unroll 1
    for (std::uint32_t p = lane_of_warp(); p < places.count; p += warp_lanes) {
        const auto id = static_cast<std::uint64_t>(segment.id_of(places.at[p]));
        if (id > largest) largest = id;
    }
    const auto count_below = [&](std::uint64_t bound) {
        return count_if(places, [&](std::uint32_t i) {
            return line[i] == shared_value && static_cast<std::uint64_t>(segment.id_of(i)) < bound;
        });
    };
    return static_cast<ParticleId>(
        bisect(std::uint64_t{0}, highest_of_warp(largest), wanted, count_below).value);
}

/// Copies atoms to other places: first the `wanted` smallest by coordinate and id, which are those
/// below `bound`, then the rest. One warp.
template <class P, class Bits>
__device__ void split_places(const Places& from, std::uint16_t* to, const Line<Bits>& line,
                             const Bound<Bits>& bound, std::uint32_t wanted,
                             const Segment<P>& segment) {
    const bool tied = bound.below < wanted;
    ParticleId id = 0;
    if (tied) id = id_bound(from, line, bound.value, wanted - bound.below, segment);
    std::uint32_t lower = 0;
    std::uint32_t upper = wanted;
    for (std::uint32_t p = 0; p < from.count; p += warp_lanes) {
        const std::uint32_t mine = p + lane_of_warp();
        const bool exists = mine < from.count;
        const std::uint32_t i = exists ? from.at[mine] : 0;
        const Bits v = line[i];
        const bool is_lower =
            v < bound.value || (tied && v == bound.value && segment.id_of(i) < id);
        const std::uint32_t low = __ballot_sync(all_lanes, exists && is_lower);
        const std::uint32_t high = __ballot_sync(all_lanes, exists && !is_lower);
        const std::uint32_t place =
            is_lower ? lower + __popc(low & lanes_below()) : upper + __popc(high & lanes_below());
        if (exists) to[place] = static_cast<std::uint16_t>(i);
        lower += __popc(low);
        upper += __popc(high);
    }
}

} // namespace mdsim
