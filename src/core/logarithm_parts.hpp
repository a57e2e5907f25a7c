// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/log_two.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// The sum of two numbers; the second holds digits that do not fit into the first.
template <class Real> struct TwoParts {
    Real high;
    Real low;
};

/// a + b without rounding, where |a| >= |b| or a is zero; Dekker (1971), Numer. Math. 18, 224.
template <class Real> MDSIM_HD TwoParts<Real> exact_sum(Real a, Real b) {
    const Real sum = a + b;
    return {sum, b - (sum - a)};
}

/// a b without rounding.
template <class Real> MDSIM_HD TwoParts<Real> exact_product(Real a, Real b) {
    const Real product = a * b;
    return {product, fused_multiply_add(a, b, -product)};
}

/// s = (m - 1) / (m + 1).
template <class Real> MDSIM_HD TwoParts<Real> artanh_argument(Real m) {
    const Real one(Scalar<Real>(1));
    const Real f = m - one;
    const TwoParts<Real> below = exact_sum(one + one, f);
    const Real inverse = one / below.high;
    const Real s = f * inverse;
    const Real left = fused_multiply_add(-s, below.high, f);
    return {s, inverse * fused_multiply_add(-s, below.low, left)};
}

/// 1/3 in two parts.
template <class Number> struct OneThird;
template <> struct OneThird<float> {
    static constexpr float high = 0x1.555556p-2f;
    static constexpr float low = -0x1.555556p-27f;
};
template <> struct OneThird<double> {
    static constexpr double high = 0x1.5555555555555p-2;
    static constexpr double low = 0x1.5555555555555p-56;
};

/// artanh(s) / s - 1 = z / 3 + z^2 / 5 + ..., z = s^2 up to 0.0295.
template <class Real> MDSIM_HD TwoParts<Real> artanh_tail(const TwoParts<Real>& s) {
    using Number = Scalar<Real>;
    TwoParts<Real> z = exact_product(s.high, s.high);
    z.low = fused_multiply_add(s.high + s.high, s.low, z.low);
    Real series;
    if constexpr (is_single<Real>) {
        series = polynomial(z.high, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11);
    } else {
        series = polynomial(z.high, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15,
                            1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23);
    }
    TwoParts<Real> factor = exact_sum(Real(OneThird<Number>::high), z.high * series);
    factor.low = factor.low + Real(OneThird<Number>::low);
    TwoParts<Real> tail = exact_product(z.high, factor.high);
    tail.low =
        fused_multiply_add(z.high, factor.low, fused_multiply_add(z.low, factor.high, tail.low));
    return tail;
}

/// log x for a positive normal number, within 2^-35 (float) or 2^-62 (double) of its value.
///
/// As `logarithm`, with s and the first terms of the series in two parts.
template <class Real> MDSIM_HD TwoParts<Real> logarithm_parts(Real x) {
    using Number = Scalar<Real>;
    const SplitNumber<Real> split = split_number(x);
    const TwoParts<Real> s = artanh_argument(split.mantissa);
    const TwoParts<Real> tail = artanh_tail(s);
    // log m / 2 = s + s tail.
    const TwoParts<Real> product = exact_product(s.high, tail.high);
    const TwoParts<Real> half = exact_sum(s.high, product.high);
    const Real rest = fused_multiply_add(s.low, tail.high, s.low);
    const Real half_low = half.low + (rest + fused_multiply_add(s.high, tail.low, product.low));
    const TwoParts<Real> sum =
        exact_sum(split.exponent * Real(LogTwo<Number>::high), half.high + half.high);
    const Real low =
        fused_multiply_add(split.exponent, Real(LogTwo<Number>::low), half_low + half_low);
    return {sum.high, sum.low + low};
}

} // namespace mdsim
