// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A coordinate is a fixed-point fraction of a box edge: the bits of an unsigned integer in units
/// of 2^-32 (or 2^-64) of the edge, kept in the signed type. Wrapping at the box is integer
/// overflow.
template <class Fraction>
inline constexpr int fraction_bits = static_cast<int>(8 * sizeof(Fraction));

/// a - b as a signed distance to the nearest image, in units of the fraction.
template <class Fraction> MDSIM_HD Fraction difference(Fraction a, Fraction b) {
    using Bits = std::make_unsigned_t<Fraction>;
    return static_cast<Fraction>(static_cast<Bits>(a) - static_cast<Bits>(b));
}

template <class Fraction>
MDSIM_HD Vec3<Fraction> difference(const Vec3<Fraction>& a, const Vec3<Fraction>& b) {
    return {difference(a.x, b.x), difference(a.y, b.y), difference(a.z, b.z)};
}

/// a + b with wrapping.
template <class Fraction> MDSIM_HD Fraction advanced(Fraction a, Fraction b) {
    using Bits = std::make_unsigned_t<Fraction>;
    return static_cast<Fraction>(static_cast<Bits>(a) + static_cast<Bits>(b));
}

/// The fraction of an edge as a number in [0, 1).
template <class Fraction> MDSIM_HD double to_double(Fraction u) {
    using Bits = std::make_unsigned_t<Fraction>;
    constexpr double quantum = sizeof(Fraction) == 4 ? 0x1p-32 : 0x1p-64;
    const double s = static_cast<double>(static_cast<Bits>(u)) * quantum;
    return s < 1.0 ? s : 0x1.fffffffffffffp-1;
}

/// The nearest fixed-point fraction of a number of edges, wrapped into the box; `s` must be finite.
template <class Fraction> inline Fraction to_fixed_fraction(double s) {
    MDSIM_EXPECT(std::isfinite(s));
    using Bits = std::make_unsigned_t<Fraction>;
    const double wrapped = s - std::floor(s);
    const double scaled = std::nearbyint(std::ldexp(wrapped, fraction_bits<Fraction>));
    if (scaled >= std::ldexp(1.0, fraction_bits<Fraction>)) return 0;
    return static_cast<Fraction>(static_cast<Bits>(scaled));
}

/// Which of `count` equal intervals of the edge the fraction lies in; exact integer arithmetic.
template <class Fraction> MDSIM_HD int interval_of(Fraction u, int count) {
    MDSIM_EXPECT(count > 0);
    using Bits = std::make_unsigned_t<Fraction>;
    const Bits bits = static_cast<Bits>(u);
    if constexpr (sizeof(Fraction) == 4) {
        return static_cast<int>(
            (static_cast<std::uint64_t>(bits) * static_cast<std::uint64_t>(count)) >> 32);
    } else {
        const std::uint64_t n = static_cast<std::uint64_t>(count);
        const std::uint64_t low = (bits & 0xffffffffu) * n;
        const std::uint64_t high = (bits >> 32) * n + (low >> 32);
        return static_cast<int>(high >> 32);
    }
}

/// How often the step from `from` to `to`, shorter than half the edge, crossed the upper face (+1),
/// the lower face (-1) or none (0).
template <class Fraction> MDSIM_HD int crossing(Fraction from, Fraction to) {
    using Bits = std::make_unsigned_t<Fraction>;
    const int forward = difference(to, from) >= 0;
    const int rose = static_cast<Bits>(to) >= static_cast<Bits>(from);
    return forward - rose;
}

} // namespace mdsim
