// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// Logarithm, exponential, sine and cosine of one number (float or double) in our own arithmetic:
/// a library's differ between versions and processors, these give the same bits everywhere.
/// All are Taylor series after an exact reduction of the range, with enough terms that the
/// remainder is far below half a unit in the last place (ulp); what is left is rounding.

/// How a binary floating-point number is laid out.
template <class Real> struct FloatLayout;
template <> struct FloatLayout<float> {
    using Bits = std::int32_t;
    static constexpr int mantissa = 23;
    static constexpr Bits bias = 127;
    static constexpr Bits root_half = 0x3f3504f3; ///< the bits of sqrt(1/2)
};
template <> struct FloatLayout<double> {
    using Bits = std::int64_t;
    static constexpr int mantissa = 52;
    static constexpr Bits bias = 1023;
    static constexpr Bits root_half = 0x3fe6a09e667f3bcd;
};

/// 2^k; k must be whole and the result a normal number.
template <class Real> MDSIM_HD Real power_of_two(Real k) {
    using Layout = FloatLayout<Real>;
    using Bits = typename Layout::Bits;
    const Bits bits = (static_cast<Bits>(k) + Layout::bias) * (Bits{1} << Layout::mantissa);
    Real result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

/// The natural logarithm of a positive normal number, within 2 ulp.
///
/// x = 2^k m with sqrt(1/2) <= m < sqrt(2), and log m = 2 artanh(s), s = (m - 1) / (m + 1);
/// Abramowitz and Stegun (1964), eq. 4.1.27.
template <class Real> MDSIM_HD Real logarithm(Real x) {
    using Layout = FloatLayout<Real>;
    using Bits = typename Layout::Bits;
    Bits bits;
    std::memcpy(&bits, &x, sizeof bits);
    const Bits k = (bits - Layout::root_half) >> Layout::mantissa;
    bits -= k * (Bits{1} << Layout::mantissa);
    Real m;
    std::memcpy(&m, &bits, sizeof m);

    const Real f = m - Real(1);
    const Real s = f / (m + Real(1));
    const Real z = s * s;
    Real series;
    if constexpr (std::is_same_v<Real, float>) {
        series = polynomial(z, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11);
    } else {
        series = polynomial(z, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15,
                            1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23);
    }
    // 2 s = f - s f exactly, which keeps the rounding of s out of the leading term.
    const Real tail = s * fused_multiply_add(Real(2) * z, series, -f);
    // log 2 in two parts; the first has so few bits that k times it is exact.
    constexpr bool single = std::is_same_v<Real, float>;
    constexpr double log2_high = single ? 0x1.62ep-1 : 0x1.62e42feep-1;
    constexpr double log2_low = single ? 0x1.0bfbe8e7bcd5ep-15 : 0x1.a39ef35793c76p-33;
    const Real exponent = static_cast<Real>(k);
    return fused_multiply_add(exponent, static_cast<Real>(log2_high),
                              f + fused_multiply_add(exponent, static_cast<Real>(log2_low), tail));
}

/// e^x within 2 ulp for |x| up to 87 (float), 708 (double); beyond, the value at that bound.
///
/// x = k log 2 + r with |r| <= log(2) / 2, and the series of e^r; Abramowitz and Stegun (1964),
/// eq. 4.2.1.
template <class Real> MDSIM_HD Real exponential(Real x) {
    constexpr bool single = std::is_same_v<Real, float>;
    const Real bound = single ? Real(87) : Real(708);
    const Real inside = maximum(minimum(x, bound), -bound);
    const Real k = round_to_whole(inside * static_cast<Real>(0x1.71547652b82fep+0));
    constexpr double log2_high = single ? 0x1.62ep-1 : 0x1.62e42feep-1;
    constexpr double log2_low = single ? 0x1.0bfbe8e7bcd5ep-15 : 0x1.a39ef35793c76p-33;
    Real r = fused_multiply_add(-k, static_cast<Real>(log2_high), inside);
    r = fused_multiply_add(-k, static_cast<Real>(log2_low), r);
    Real series;
    if constexpr (single) {
        series = polynomial(r, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040);
    } else {
        series = polynomial(r, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
                            1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
                            1.0 / 479001600, 1.0 / 6227020800);
    }
    const Real fraction = Real(1) + fused_multiply_add(r * r, series, r);
    return fraction * power_of_two(k);
}

/// The sine and cosine of an angle.
template <class Real> struct SineCosine {
    Real sine;
    Real cosine;
};

/// `even` in quadrants 0 and 2, `odd` in 1 and 3; the sign turns for 2 and 3. By bits, because a
/// compiler makes a jump of a choice between two long computations, and jumps keep loops scalar.
template <class Real>
MDSIM_HD Real in_quadrant(typename FloatLayout<Real>::Bits quadrant, Real even, Real odd) {
    using Bits = typename FloatLayout<Real>::Bits;
    Bits even_bits;
    Bits odd_bits;
    std::memcpy(&even_bits, &even, sizeof even_bits);
    std::memcpy(&odd_bits, &odd, sizeof odd_bits);
    const Bits mask = -(quadrant & 1);
    const Bits sign = (quadrant & 2) << (8 * sizeof(Bits) - 2);
    const Bits bits = ((even_bits & ~mask) | (odd_bits & mask)) ^ sign;
    Real result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

/// Sine and cosine of 2 pi `turns`, each within 2 ulp; |turns| must be below 2^20.
///
/// The nearest quarter turn is taken off exactly; the rest is at most pi/4, where the series of
/// Abramowitz and Stegun (1964), eqs. 4.3.65 and 4.3.66, converge fast.
template <class Real> MDSIM_HD SineCosine<Real> sine_cosine_of_turns(Real turns) {
    const Real quarters = round_to_whole(Real(4) * turns);
    const Real rest = fused_multiply_add(quarters, Real(-0.25), turns);
    const Real angle = rest * static_cast<Real>(0x1.921fb54442d18p+2);
    const Real z = angle * angle;
    Real sine_series;
    Real cosine_series;
    if constexpr (std::is_same_v<Real, float>) {
        sine_series = polynomial(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880);
        cosine_series = polynomial(z, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800);
    } else {
        sine_series = polynomial(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                                 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000);
        cosine_series =
            polynomial(z, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                       -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000);
    }
    const Real sine = fused_multiply_add(angle * z, sine_series, angle);
    const Real cosine =
        fused_multiply_add(z * z, cosine_series, fused_multiply_add(z, Real(-0.5), Real(1)));

    const auto quadrant = static_cast<typename FloatLayout<Real>::Bits>(quarters);
    return {in_quadrant(quadrant, sine, cosine), in_quadrant(quadrant + 1, sine, cosine)};
}

} // namespace mdsim
