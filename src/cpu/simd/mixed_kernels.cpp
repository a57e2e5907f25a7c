// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/kernel_set.hpp"

namespace mdsim::simd::MDSIM_SIMD {

const CpuKernels<MixedPrecision>& mixed_kernels() {
    static const CpuKernels<MixedPrecision> set = kernel_set<MixedPrecision>();
    return set;
}

} // namespace mdsim::simd::MDSIM_SIMD
