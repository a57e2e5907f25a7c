// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/kernel_set.hpp"

namespace mdsim::simd::MDSIM_SIMD {

const CpuKernels<DoublePrecision>& double_kernels() {
    static const CpuKernels<DoublePrecision> set = kernel_set<DoublePrecision>();
    return set;
}

} // namespace mdsim::simd::MDSIM_SIMD
