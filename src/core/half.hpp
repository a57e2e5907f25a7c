// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// The bits of the nearest number of 16 bits by IEEE 754 (a half), halves to even. |x| is below
/// 65504, the largest half.
inline std::uint32_t half_bits_of(float x) {
    MDSIM_EXPECT(std::abs(x) < 65504.0f);
    constexpr int least_exponent = -14, fraction_bits = 10;
    const float size = std::abs(x);
    const int exponent = size < 0x1p-14f ? least_exponent : std::ilogb(size);
    const float steps = std::nearbyint(std::ldexp(size, fraction_bits - exponent));
    const std::uint32_t sign = std::signbit(x) ? 0x8000 : 0;
    return sign | ((static_cast<std::uint32_t>(exponent - least_exponent) << fraction_bits) +
                   static_cast<std::uint32_t>(steps));
}

/// The half with these bits, which is finite.
MDSIM_HD float half_of_bits(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(static_cast<unsigned short>(bits)));
    return result;
#else
    // Sign, exponent and fraction where a float has them; then its exponent is 112 too small.
    return std::bit_cast<float>((bits & 0x8000u) << 16 | (bits & 0x7fffu) << 13) * 0x1p112f;
#endif
}

} // namespace mdsim
