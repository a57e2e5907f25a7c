// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// The bits of floating-point numbers as whole numbers, and what elementary functions do with them.
/// `Real` is float, double or a pack of them. A pack brings its own bits_of, from_bits and shifts.

/// How the number type of a lane is laid out.
template <class Number> struct FloatLayout;
template <> struct FloatLayout<float> {
    static constexpr int mantissa = 23;
    static constexpr int bias = 127;
    static constexpr float implicit_one = 0x1p23f; ///< its ulp is 1
    static constexpr float root_half = 0x1.6a09e6p-1f;
};
template <> struct FloatLayout<double> {
    static constexpr int mantissa = 52;
    static constexpr int bias = 1023;
    static constexpr double implicit_one = 0x1p52;
    static constexpr double root_half = 0x1.6a09e667f3bcdp-1;
};
template <class Real> using LayoutOf = FloatLayout<Scalar<Real>>;

/// Whether a lane of `Real` is a float.
template <class Real> inline constexpr bool is_single = LayoutOf<Real>::mantissa == 23;

/// The bits of a number as an unsigned integer; of a pack, those of each lane.
MDSIM_HD std::uint32_t raw_bits(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
MDSIM_HD std::uint64_t raw_bits(double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
template <class Pack> MDSIM_HD auto raw_bits(const Pack& x) -> decltype(bits_of(x)) {
    return bits_of(x);
}

/// The inverse of raw_bits.
MDSIM_HD float from_raw_bits(std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
MDSIM_HD double from_raw_bits(std::uint64_t bits) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
template <class Index> MDSIM_HD auto from_raw_bits(const Index& bits) -> decltype(from_bits(bits)) {
    return from_bits(bits);
}

/// The bits moved by n places towards the sign, or away from it; zeros follow.
template <int n> MDSIM_HD std::uint32_t shifted_up(std::uint32_t bits) { return bits << n; }
template <int n> MDSIM_HD std::uint64_t shifted_up(std::uint64_t bits) { return bits << n; }
template <int n> MDSIM_HD std::uint32_t shifted_down(std::uint32_t bits) { return bits >> n; }
template <int n> MDSIM_HD std::uint64_t shifted_down(std::uint64_t bits) { return bits >> n; }

/// A number whose lowest bits are those of the whole number k, as two's complement, plus `offset`;
/// |k| + |offset| must be below 2^22 for float, 2^51 for double.
template <class Real> MDSIM_HD auto whole_bits(const Real& k, int offset) {
    using Number = Scalar<Real>;
    // In a number of this size a unit is the last bit, and a sum of whole numbers is exact.
    const Number shift = Number(1.5) * LayoutOf<Real>::implicit_one + static_cast<Number>(offset);
    return raw_bits(k + Real(shift));
}

/// 2^k; k must be whole and the result a normal number.
template <class Real> MDSIM_HD Real power_of_two(Real k) {
    using Layout = LayoutOf<Real>;
    return from_raw_bits(shifted_up<Layout::mantissa>(whole_bits(k, Layout::bias)));
}

/// x = 2^exponent mantissa.
template <class Real> struct SplitNumber {
    Real exponent; ///< a whole number
    Real mantissa; ///< from sqrt(1/2) to sqrt(2)
};

/// Splits a positive normal number, exactly.
template <class Real> MDSIM_HD SplitNumber<Real> split_number(Real x) {
    using Layout = LayoutOf<Real>;
    using Number = Scalar<Real>;
    const auto one = raw_bits(Real(Number(1)));
    const auto from_root = raw_bits(x) - raw_bits(Real(Layout::root_half));
    const auto biased = shifted_down<Layout::mantissa>(from_root + one);
    const auto mantissa = raw_bits(x) - shifted_up<Layout::mantissa>(biased) + one;
    // The biased exponent becomes the lowest bits of a number whose ulp is 1.
    const Real lifted = from_raw_bits(biased + raw_bits(Real(Layout::implicit_one)));
    return {lifted - Real(Layout::implicit_one + Number(Layout::bias)), from_raw_bits(mantissa)};
}

} // namespace mdsim
