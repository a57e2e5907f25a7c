// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// Where the blocks of one kernel wait for each other; all of them must be resident at once, which
/// a cooperative launch makes sure of.
class GridBarrier {
  public:
    /// `arrived` counts arrivals and is zero as the kernel begins.
    __device__ explicit GridBarrier(std::uint32_t* arrived) : arrived_(arrived) {}

    /// Waits until all blocks have come here as often as this one; what they wrote before is seen by
    /// reads past the cache of the SM. All threads of the block.
    __device__ void wait() {
        expected_ += gridDim.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived_, 1u);
            while (arrivals() < expected_) {
            }
        }
        __syncthreads();
    }

  private:
    __device__ std::uint32_t arrivals() const {
        std::uint32_t count;
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(count) : "l"(arrived_) : "memory");
        return count;
    }

    std::uint32_t* arrived_;
    std::uint32_t expected_ = 0;
};

} // namespace mdsim
