// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/log_two.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// The largest |x| for which e^x and e^-x are normal numbers, rounded down to a whole number.
template <class Real>
inline constexpr Scalar<Real> exponential_bound = is_single<Real> ? Scalar<Real>(87)
                                                                  : Scalar<Real>(708);

/// 2^k e^r for a whole number k and |r| up to log(2) / 2, by the series of e^r;
/// Abramowitz and Stegun (1964), eq. 4.2.1.
template <class Real> MDSIM_HD Real scaled_exponential(Real k, Real r) {
    Real series;
    if constexpr (is_single<Real>) {
        series = polynomial(r, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040);
    } else {
        series = polynomial(r, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
                            1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
                            1.0 / 479001600, 1.0 / 6227020800);
    }
    const Real one(Scalar<Real>(1));
    return (one + fused_multiply_add(r * r, series, r)) * power_of_two(k);
}

/// x = k log 2 + r with a whole number k and |r| up to log(2) / 2.
template <class Real> struct ReducedExponent {
    Real k;
    Real r;
};

/// Cody and Waite (1980), ch. 6.
template <class Real> MDSIM_HD ReducedExponent<Real> reduce_exponent(Real x) {
    using Number = Scalar<Real>;
    const Real k = round_to_whole(x * Real(static_cast<Number>(0x1.71547652b82fep+0)));
    const Real r = fused_multiply_add(-k, Real(LogTwo<Number>::high), x);
    return {k, fused_multiply_add(-k, Real(LogTwo<Number>::low), r)};
}

/// e^x within 2 ulp for |x| up to 87 (float), 708 (double). Beyond, the value at that bound; that
/// of the upper bound for what is not a number.
template <class Real> MDSIM_HD Real exponential(Real x) {
    const Real bound(exponential_bound<Real>);
    const auto inside = reduce_exponent(maximum(minimum(x, bound), -bound));
    return scaled_exponential(inside.k, inside.r);
}

/// e^(x + rest) within 2 ulp, where |rest| is below 2^-6 and zero where |x| is beyond the bound.
/// Serves arguments that need more digits than `Real` has.
template <class Real> MDSIM_HD Real exponential(Real x, Real rest) {
    const Real bound(exponential_bound<Real>);
    const auto inside = reduce_exponent(maximum(minimum(x, bound), -bound));
    return scaled_exponential(inside.k, inside.r + rest);
}

} // namespace mdsim
