// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/kernels.hpp"
#include "cpu/simd/level.hpp"

namespace mdsim {

namespace {

const CpuKernels<MixedPrecision>& mixed_kernels(SimdLevel level) {
    switch (level) {
#if defined(__x86_64__)
    case SimdLevel::avx512:
        return simd::avx512::mixed_kernels();
    case SimdLevel::avx2:
        return simd::avx2::mixed_kernels();
#elif defined(__aarch64__)
    case SimdLevel::neon:
        return simd::neon::mixed_kernels();
#endif
    default:
        return simd::baseline::mixed_kernels();
    }
}

const CpuKernels<DoublePrecision>& double_kernels(SimdLevel level) {
    switch (level) {
#if defined(__x86_64__)
    case SimdLevel::avx512:
        return simd::avx512::double_kernels();
    case SimdLevel::avx2:
        return simd::avx2::double_kernels();
#elif defined(__aarch64__)
    case SimdLevel::neon:
        return simd::neon::double_kernels();
#endif
    default:
        return simd::baseline::double_kernels();
    }
}

} // namespace

template <> const CpuKernels<MixedPrecision>& cpu_kernels() {
    static const CpuKernels<MixedPrecision>& chosen = mixed_kernels(simd_level());
    return chosen;
}

template <> const CpuKernels<DoublePrecision>& cpu_kernels() {
    static const CpuKernels<DoublePrecision>& chosen = double_kernels(simd_level());
    return chosen;
}

} // namespace mdsim
