// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"

namespace mdsim {

/// The factor of all velocities on a step on which something acts, past the cache of the SM, in
/// shared memory. All threads of a block.
__device__ inline const LowerTriangular<double>&
factor_of_block(const LowerTriangular<double>& place) {
    constexpr unsigned numbers = 6;
    static_assert(sizeof(LowerTriangular<double>) == numbers * sizeof(double));
    __shared__ LowerTriangular<double> factor;
    // Not each thread by itself: all of them would queue for one line of the L2 cache.
    if (threadIdx.x < numbers)
        reinterpret_cast<double*>(&factor)[threadIdx.x] =
            __ldcg(reinterpret_cast<const double*>(&place) + threadIdx.x);
    __syncthreads();
    return factor;
}

} // namespace mdsim
