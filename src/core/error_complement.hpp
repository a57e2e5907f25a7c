// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/exponential.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// erfc x, and e^(-x^2), which is a part of it and of its derivative.
template <class Real> struct ErrorComplement {
    Real value;
    Real gaussian;
};

/// (x + c) e^(x^2) erfc x for x >= 0 as a polynomial in t = (x - c) / (x + c), as in Shepherd and
/// Laframboise (1981), Math. Comp. 36, 249, with x + c in the place of 1 + 2x: then both quotients
/// have one denominator. The coefficients are those of the Chebyshev series, written in powers of
/// t. The relative remainder is 2^-29 for c = 3 (float, x up to 9.3), 2^-58 for c = 3.75 (double, x
/// up to 26.6).
template <class Real> MDSIM_HD Real error_complement_polynomial(Real t) {
    if constexpr (is_single<Real>) {
        return polynomial(t, 1.074006907496835981, -0.8833944809971773772, 0.5902283281298736695,
                          -0.3104661972328740219, 0.1195285119645947353, -0.02683847212476056726,
                          -0.001222753849357433235, 0.003078657803593380246,
                          -0.0004910282464741764833, -0.0003295449120559220798);
    } else {
        return polynomial(
            t, 1.091922909562789044, -0.9587415766529096097, 0.7363189252217513534,
            -0.4904702912076732006, 0.2790620490338024497, -0.1319554011787208031,
            0.04911877861480004385, -0.01253588003802682589, 0.0009863380863276807905,
            0.0007948230726837020738, -0.0003486469133296604554, 0.00001059413149606637285,
            0.00003747204876029286852, -8.904398538397321142e-6, -3.290676806882494812e-6,
            1.656914759047374416e-6, 2.826509487131404281e-7, -2.645058803019949242e-7,
            -3.076229811122288836e-8, 4.018779249771475289e-8, 6.164718359318124494e-9,
            -4.566570402698172335e-9, -1.273051510466080161e-9);
    }
}

/// e^(x^2) erfc x for x >= 0.
template <class Real> MDSIM_HD Real scaled_error_complement(Real x) {
    using Number = Scalar<Real>;
    const Real one(Number(1));
    const Real c(is_single<Real> ? Number(3) : Number(3.75));
    const Real inverse = one / (x + c);
    Real t = (x - c) * inverse;
    // What the rounding of x + c and of the quotient did to t: (x - c) - t (x + c).
    const Real error = fused_multiply_add(-t, x, fused_multiply_add(t + one, -c, x));
    t = fused_multiply_add(inverse, error, t);
    return inverse * error_complement_polynomial(t);
}

/// The largest x for which erfc x is a normal number, rounded down.
template <class Real>
inline constexpr Scalar<Real> error_complement_bound = is_single<Real> ? Scalar<Real>(9.19)
                                                                       : Scalar<Real>(26.54);

/// erfc x within 6 ulp, Abramowitz and Stegun (1964), eq. 7.1.2, and e^(-x^2) within 2 ulp.
///
/// Both are zero for x above 9.19 (float), 26.54 (double), where erfc ceases to be a normal number.
/// For x below minus that, erfc is 2 and e^(-x^2) zero.
template <class Real> MDSIM_HD ErrorComplement<Real> error_complement_and_gaussian(Real x) {
    using Number = Scalar<Real>;
    const Real zero(Number(0));
    const Real bound(error_complement_bound<Real>);
    const Real size = maximum(x, -x);
    const Real within = minimum(size, bound);
    const Real square = within * within;
    const Real rest = fused_multiply_add(-within, within, square); // of -x^2
    const Real gaussian = select(size > bound, zero, exponential(-square, rest));
    const Real right = gaussian * scaled_error_complement(within);
    return {select(x < zero, Real(Number(2)) - right, right), gaussian};
}

/// erfc x alone.
template <class Real> MDSIM_HD Real error_complement(Real x) {
    return error_complement_and_gaussian(x).value;
}

} // namespace mdsim
