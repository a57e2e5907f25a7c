// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/log_two.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// The natural logarithm of a positive normal number, within 2 ulp. Finite and meaningless for
/// other arguments.
///
/// x = 2^k m with sqrt(1/2) <= m < sqrt(2), and log m = 2 artanh(s), s = (m - 1) / (m + 1);
/// Abramowitz and Stegun (1964), eq. 4.1.27.
template <class Real> MDSIM_HD Real logarithm(Real x) {
    using Number = Scalar<Real>;
    const SplitNumber<Real> split = split_number(x);
    const Real one(Number(1));
    const Real f = split.mantissa - one;
    const Real s = f / (split.mantissa + one);
    const Real z = s * s;
    Real series;
    if constexpr (is_single<Real>) {
        series = polynomial(z, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11);
    } else {
        series = polynomial(z, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15,
                            1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23);
    }
    // 2 s = f - s f exactly, which keeps the rounding of s out of the leading term.
    const Real tail = s * fused_multiply_add(Real(Number(2)) * z, series, -f);
    const Real low = fused_multiply_add(split.exponent, Real(LogTwo<Number>::low), tail);
    return fused_multiply_add(split.exponent, Real(LogTwo<Number>::high), f + low);
}

} // namespace mdsim
