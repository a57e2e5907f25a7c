// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/kernels.hpp"
#include "cpu/simd/level.hpp"

namespace mdsim {

template <>
const CpuKernels<MixedPrecision>& cpu_kernels()
{
    switch (simd_level()) {
#if defined(__x86_64__)
    case SimdLevel::avx512: return simd::avx512::mixed_kernels();
    case SimdLevel::avx2: return simd::avx2::mixed_kernels();
#endif
    default: return simd::baseline::mixed_kernels();
    }
}

template <>
const CpuKernels<DoublePrecision>& cpu_kernels()
{
    switch (simd_level()) {
#if defined(__x86_64__)
    case SimdLevel::avx512: return simd::avx512::double_kernels();
    case SimdLevel::avx2: return simd::avx2::double_kernels();
#endif
    default: return simd::baseline::double_kernels();
    }
}

} // namespace mdsim
