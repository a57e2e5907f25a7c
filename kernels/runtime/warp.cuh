// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"

namespace mdsim {

inline constexpr unsigned all_lanes = 0xffffffffu;

/// One step of a reduction over the lanes of a warp: the smaller of a lane's value and its
/// partner's, `step` lanes away.
template <class T> __device__ T warp_min(T value, int step) {
    const T other = __shfl_xor_sync(all_lanes, value, step);
    return other < value ? other : value;
}
template <class T> __device__ T warp_max(T value, int step) {
    const T other = __shfl_xor_sync(all_lanes, value, step);
    return value < other ? other : value;
}

/// The sum over the lanes of a warp, in an order that is always the same.
template <class T> __device__ T warp_sum(T value) {
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(all_lanes, value, step);
    return value;
}
template <class T> __device__ T warp_largest(T value) {
    for (int step = 16; step > 0; step /= 2) value = warp_max(value, step);
    return value;
}

/// The sum of the values of all lanes before this one.
__device__ inline std::uint32_t sum_before(std::uint32_t value, std::uint32_t lane) {
    MDSIM_EXPECT(lane == threadIdx.x % 32);
    std::uint32_t sum = value;
    for (unsigned step = 1; step < 32; step *= 2) {
        const std::uint32_t below = __shfl_up_sync(all_lanes, sum, step);
        if (lane >= step) sum += below;
    }
    return sum - value;
}

} // namespace mdsim
