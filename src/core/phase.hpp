// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/number_bits.hpp"
#include "core/sine_cosine.hpp"

namespace mdsim {

/// The number type of a phase, a fraction of a turn that wraps by overflow: float for 32 bits,
/// double for 64.
template <class Bits>
using PhaseNumber = std::conditional_t<sizeof(Bits) == sizeof(float), float, double>;

/// Sine and cosine of a phase in units of 2^-32 or 2^-64 of a turn, within 2e-7 or 4e-12; exact at
/// quarter turns. For sums in fixed point, whose units are coarser.
///
/// The nearest quarter turn is two bits of the phase. What is left goes into the mantissa of a
/// number from 1 to 2, rounded to 23 or 52 bits; polynomials of least absolute error (E. Ya. Remez,
/// C. R. Acad. Sci. 198, 2063, 1934) in that part u of a quarter turn give sin(pi u / 2) / u and
/// (cos(pi u / 2) - 1) / u^2.
template <class Bits> MDSIM_HD SineCosine<PhaseNumber<Bits>> sine_cosine_of_phase(Bits phase) {
    using Real = PhaseNumber<Bits>;
    static_assert(std::is_unsigned_v<Bits> && sizeof(Bits) == sizeof(Real));
    constexpr int places = 8 * sizeof(Bits);
    constexpr int mantissa = FloatLayout<Real>::mantissa;
    constexpr Bits eighth = Bits{1} << (places - 3);
    constexpr Bits half_unit = Bits{1} << (places - 3 - mantissa);
    constexpr Bits one = Bits(FloatLayout<Real>::bias) << mantissa;

    const Bits shifted = phase + eighth + half_unit;
    const Bits quadrant = shifted >> (places - 2);
    const Real u =
        from_raw_bits(static_cast<Bits>(shifted << 2) >> (places - mantissa) | one) - Real(1.5);
    const Real z = u * u;
    Real sine, cosine;
    if constexpr (sizeof(Bits) == sizeof(float)) {
        sine = polynomial(z, 0x1.921fb4f0117c0p+0, -0x1.4abba947f29e8p-1, 0x1.465aa33e0a601p-4,
                          -0x1.2d0350defddf7p-8);
        cosine = polynomial(z, -0x1.3bd3cc8204db7p+0, 0x1.03c1dfdcc305cp-2, -0x1.55c6cf2f6c823p-6,
                            0x1.da11d708682b3p-11);
    } else {
        sine = polynomial(z, 0x1.921fb5441f140p+0, -0x1.4abbce4a695a6p-1, 0x1.466bb529c569dp-4,
                          -0x1.32c8b9043821fp-8, 0x1.4b5c01f5d2050p-13);
        cosine = polynomial(z, -0x1.3bd3cc9bda333p+0, 0x1.03c1f077e2039p-2, -0x1.55d3bc0b7c01fp-6,
                            0x1.e1e8c5e8cc8fbp-11, -0x1.a11cd555a31a7p-16);
    }
    sine = u * sine;
    cosine = fused_multiply_add(z, cosine, Real(1));
    return {in_quadrant(quadrant, sine, cosine),
            in_quadrant(static_cast<Bits>(quadrant + 1), sine, cosine)};
}

} // namespace mdsim
