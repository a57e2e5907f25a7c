// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/kernels.hpp"
#include "cpu/simd/level.hpp"
#include "cpu/simd/wave_kernels.hpp"

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

AddWaves<std::uint32_t> waves_32(SimdLevel level) {
    switch (level) {
#if defined(__x86_64__)
    case SimdLevel::avx512:
        return simd::avx512::add_waves_32();
    case SimdLevel::avx2:
        return simd::avx2::add_waves_32();
#elif defined(__aarch64__)
    case SimdLevel::neon:
        return simd::neon::add_waves_32();
#endif
    default:
        return simd::baseline::add_waves_32();
    }
}

AddWaves<std::uint64_t> waves_64(SimdLevel level) {
    switch (level) {
#if defined(__x86_64__)
    case SimdLevel::avx512:
        return simd::avx512::add_waves_64();
    case SimdLevel::avx2:
        return simd::avx2::add_waves_64();
#elif defined(__aarch64__)
    case SimdLevel::neon:
        return simd::neon::add_waves_64();
#endif
    default:
        return simd::baseline::add_waves_64();
    }
}

} // namespace

template <> AddWaves<std::uint32_t> add_waves() {
    static const AddWaves<std::uint32_t> chosen = waves_32(simd_level());
    return chosen;
}

template <> AddWaves<std::uint64_t> add_waves() {
    static const AddWaves<std::uint64_t> chosen = waves_64(simd_level());
    return chosen;
}

template <> const CpuKernels<MixedPrecision>& cpu_kernels() {
    static const CpuKernels<MixedPrecision>& chosen = mixed_kernels(simd_level());
    return chosen;
}

template <> const CpuKernels<DoublePrecision>& cpu_kernels() {
    static const CpuKernels<DoublePrecision>& chosen = double_kernels(simd_level());
    return chosen;
}

} // namespace mdsim
