// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/warp.cuh"

namespace mdsim {

__device__ inline FixedSum::Words add_words(const FixedSum::Words& a, const FixedSum::Words& b) {
    const std::uint64_t low = a.low + b.low;
    return {low, a.high + b.high + (low < a.low ? 1 : 0)};
}

/// The sum over the lanes of a warp.
__device__ inline FixedSum::Words warp_sum(FixedSum::Words value) {
    for (int step = 16; step > 0; step /= 2) {
        const FixedSum::Words other{__shfl_xor_sync(all_lanes, value.low, step),
                                    __shfl_xor_sync(all_lanes, value.high, step)};
        value = add_words(value, other);
    }
    return value;
}

__device__ inline void add_to(DeviceSum& sum, const FixedSum::Words& term) {
    atomicAdd(&sum.part[0], term.low & 0xffffffffu);
    atomicAdd(&sum.part[1], term.low >> 32);
    atomicAdd(&sum.part[2], term.high & 0xffffffffu);
    atomicAdd(&sum.part[3], term.high >> 32);
}

/// Adds the terms of all threads of a block to sums in global memory, to(k) the one of number k.
/// `shared` holds the words of each warp. All threads.
template <int count, class To>
__device__ void add_block(const FixedSum (&term)[count], FixedSum::Words (*shared)[count],
                          const To& to, int& flag) {
    MDSIM_EXPECT(blockDim.x % 32 == 0 && blockDim.x >= unsigned{count}); // a thread adds each sum
    const unsigned warp = threadIdx.x / 32;
    bool saturated = false;
    for (int k = 0; k < count; ++k) {
        const FixedSum::Words words = warp_sum(term[k].words());
        if (threadIdx.x % 32 == 0) shared[warp][k] = words;
        saturated = saturated || term[k].saturated();
    }
    if (__any_sync(all_lanes, saturated) && threadIdx.x % 32 == 0) atomicExch(&flag, 1);
    __syncthreads();
    if (threadIdx.x < count) {
        FixedSum::Words total{0, 0};
        for (unsigned w = 0; w < blockDim.x / 32; ++w)
            total = add_words(total, shared[w][threadIdx.x]);
        add_to(to(static_cast<int>(threadIdx.x)), total);
    }
}
template <int count>
__device__ void add_block(const FixedSum (&term)[count], FixedSum::Words (*shared)[count],
                          DeviceSums<count>& sums) {
    add_block(
        term, shared, [&](int k) -> DeviceSum& { return sums.sum[k]; }, sums.saturated);
}

} // namespace mdsim
