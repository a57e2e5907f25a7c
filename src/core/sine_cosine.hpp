// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"

namespace mdsim {

/// The sine and cosine of an angle.
template <class Real> struct SineCosine {
    Real sine;
    Real cosine;
};

/// `even` in quadrants 0 and 2, `odd` in 1 and 3; the sign turns for 2 and 3. The quadrant is the
/// lowest bits of a number. By bits, because a compiler makes a jump of a choice between two long
/// computations, and jumps keep loops scalar.
template <class Bits, class Real>
MDSIM_HD Real in_quadrant(const Bits& quadrant, const Real& even, const Real& odd) {
    constexpr int places = is_single<Real> ? 32 : 64;
    // The lowest bit in all places, and the next one as a sign.
    const Bits lowest = shifted_down<places - 1>(shifted_up<places - 1>(quadrant));
    const Bits mask = (quadrant - quadrant) - lowest;
    const Bits sign = shifted_up<places - 1>(shifted_down<1>(quadrant));
    const Bits apart = raw_bits(even) ^ raw_bits(odd);
    return from_raw_bits((raw_bits(even) ^ (apart & mask)) ^ sign);
}

/// Sine and cosine of 2 pi `turns`, each within 2 ulp; |turns| must be below 2^20.
///
/// The nearest quarter turn is taken off exactly; the rest is at most pi/4, where the series of
/// Abramowitz and Stegun (1964), eqs. 4.3.65 and 4.3.66, converge fast.
template <class Real> MDSIM_HD SineCosine<Real> sine_cosine_of_turns(Real turns) {
    using Number = Scalar<Real>;
    const Real quarters = round_to_whole(Real(Number(4)) * turns);
    const Real rest = fused_multiply_add(quarters, Real(Number(-0.25)), turns);
    const Real angle = rest * Real(static_cast<Number>(0x1.921fb54442d18p+2));
    const Real z = angle * angle;
    Real sine_series;
    Real cosine_series;
    if constexpr (is_single<Real>) {
        sine_series = polynomial(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880);
        cosine_series = polynomial(z, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800);
    } else {
        sine_series = polynomial(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                                 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000);
        cosine_series =
            polynomial(z, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                       -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000);
    }
    const Real one(Number(1));
    const Real sine = fused_multiply_add(angle * z, sine_series, angle);
    const Real cosine =
        fused_multiply_add(z * z, cosine_series, fused_multiply_add(z, Real(Number(-0.5)), one));

    const auto quadrant = whole_bits(quarters, 0);
    const auto next = quadrant + (whole_bits(one, 0) - whole_bits(one, -1));
    return {in_quadrant(quadrant, sine, cosine), in_quadrant(next, sine, cosine)};
}

} // namespace mdsim
