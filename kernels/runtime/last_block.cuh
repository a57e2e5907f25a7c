// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Whether this block is the last of its grid to come here. All threads of all blocks; the last
/// block sees what the others have written, past the cache of its SM. `arrived` is zero between
/// uses.
__device__ inline bool is_last_block(unsigned& arrived) {
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
        if (last) arrived = 0;
        __threadfence();
    }
    __syncthreads();
    return last;
}

} // namespace mdsim
