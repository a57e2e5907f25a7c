// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/exponential.hpp"
#include "core/hd.hpp"
#include "core/logarithm_parts.hpp"
#include "core/math.hpp"

namespace mdsim {

/// x^y for a positive normal x, within 2 ulp where |y log x| is at most 87 (float), 708 (double).
/// Beyond, e to the power of that bound. A zero counts as 2^-127 (float) or 2^-1023 (double).
///
/// e^(y log x), with the logarithm and the product in two parts.
template <class Real> MDSIM_HD Real power(Real x, Real y) {
    const Real zero(Scalar<Real>(0));
    const Real bound(exponential_bound<Real>);
    const TwoParts<Real> log = logarithm_parts(x);
    const TwoParts<Real> product = exact_product(y, log.high);
    Real rest = fused_multiply_add(y, log.low, product.low);
    rest = select(product.high > bound, zero, rest);
    rest = select(product.high < -bound, zero, rest);
    return exponential(product.high, rest);
}

/// x^y by products where y is a whole number from 0 to 15, otherwise as `power`. Scalars only.
template <class Real> MDSIM_HD Real short_power(Real x, Real y) {
    const int whole = truncate_to_int(y);
    if (static_cast<Real>(whole) != y || whole < 0 || whole > 15) return power(x, y);
    Real result(1);
    Real square = x; // x, its square, and so on
    for (int bits = whole; bits > 0; bits /= 2) {
        if (bits % 2 > 0) result *= square;
        square *= square;
    }
    return result;
}

} // namespace mdsim
