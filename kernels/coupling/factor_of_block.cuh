// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"

namespace mdsim {

/// The factor of all velocities on a step on which something acts, in shared memory: as fetched
/// ahead of a barrier.
__device__ inline LowerTriangular<double>& fetched_factor() {
    __shared__ LowerTriangular<double> factor;
    return factor;
}

/// Fetches the factor, past the cache of the SM. All threads of a block, ahead of a barrier.
__device__ inline void fetch_factor(const LowerTriangular<double>& place) {
    constexpr unsigned numbers = 6;
    static_assert(sizeof(LowerTriangular<double>) == numbers * sizeof(double));
    // Not each thread by itself: all of them would queue for one line of the L2 cache.
    if (threadIdx.x < numbers)
        reinterpret_cast<double*>(&fetched_factor())[threadIdx.x] =
            __ldcg(reinterpret_cast<const double*>(&place) + threadIdx.x);
}

/// Fetches the factor and waits for it. All threads of a block.
__device__ inline const LowerTriangular<double>&
factor_of_block(const LowerTriangular<double>& place) {
    fetch_factor(place);
    __syncthreads();
    return fetched_factor();
}

} // namespace mdsim
