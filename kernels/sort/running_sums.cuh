// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cub/block/block_scan.cuh>

#include "core/contract.hpp"
#include "core/ids.hpp"

namespace mdsim {

inline constexpr int sum_threads = 1024;

/// Sums up counts: first[k] becomes `start` plus all counts before number k, and first[entries]
/// becomes `start` plus all counts. All threads get that last sum. One block of sum_threads.
__device__ inline LocalIndex sum_up(const std::uint32_t* count, std::uint32_t entries,
                                    LocalIndex start, LocalIndex* first) {
    MDSIM_EXPECT(blockDim.x == unsigned{sum_threads});
    using Scan = cub::BlockScan<LocalIndex, sum_threads>;
    __shared__ typename Scan::TempStorage scratch;
    LocalIndex before = start;
    for (std::uint32_t base = 0; base < entries; base += sum_threads) {
        const std::uint32_t k = base + threadIdx.x;
        LocalIndex sum = 0;
        LocalIndex all = 0;
        Scan(scratch).ExclusiveSum(k < entries ? count[k] : 0, sum, all);
        if (k < entries) first[k] = before + sum;
        before += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) first[entries] = before;
    __syncthreads();
    return before;
}

} // namespace mdsim
