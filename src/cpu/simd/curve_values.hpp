// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/widened.hpp"
#include "physics/curve/force_curve.hpp"
#include "physics/curve/radial_curve.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// Where the distances of a pack lie on a curve of some functions: RadialCurve::Place, with pieces
/// as indices of their first words. Indices lie in memory because they are used one by one.
template <int functions> struct CurvePlaces {
    Pack<float> place;
    alignas(Pack<float>) std::int32_t piece[Pack<float>::width];
};

/// Locates the distances of a pack. Closer pairs have the place of the core, farther ones that of
/// the cutoff.
template <int functions>
MDSIM_HD void locate_on_curve(const RadialCurve& curve, Pack<float> r2, Pack<float> cutoff2,
                              CurvePlaces<functions>& at) {
    static_assert(functions == 1 || functions == 2);
    using Numbers = Pack<float>;
    const Numbers rounding(RadialCurve::rounding);
    const Numbers within = minimum(maximum(r2, Numbers(curve.core2)), cutoff2);
    const Numbers steps = fused_multiply_add(square_root(within), Numbers(curve.inverse_spacing),
                                             Numbers(curve.start));
    const Numbers rounded = steps + rounding;
    at.place = steps - (rounded - rounding);
    store_indices(at.piece, shifted_up<functions>(bits_of(rounded) - bits_of(rounding)));
}

/// The same on a curve of r^2; closer pairs have the place of its core, pairs at the cutoff and
/// beyond one of no meaning.
MDSIM_HD void locate_on_curve(const ForceCurve& curve, Pack<float> r2, Pack<float> cutoff2,
                              CurvePlaces<1>& at) {
    constexpr std::uint32_t rest = (1u << ForceCurve::place_bits) - 1;
    const auto bits = bits_of(minimum(maximum(r2, Pack<float>(curve.core)), cutoff2));
    const auto within = bits & widened_integer<float>(rest);
    at.place = from_bits(within ^ widened_integer<float>(curve.unit)) - Pack<float>(curve.middle);
    const auto piece = shifted_down<ForceCurve::place_bits>(bits);
    store_indices(at.piece, shifted_up<1>(piece - widened_integer<float>(curve.first)));
}

/// CurvePiece::at of a piece in each lane, given its two words; `long_place` is the place times
/// 2^112, by which the exponent of a bend is too small once its bits stand where those of a float
/// do.
MDSIM_HD Pack<float> piece_values(Pack<float> value, Pack<float> slope_and_bend, Pack<float> place,
                                  Pack<float> long_place) {
    static_assert(CurvePiece::bend_bits == 10);
    const auto leading = shifted_up<32 - CurvePiece::bend_bits>(bits_of(slope_and_bend));
    const auto sign = leading & widened_integer<float>(0x80000000u);
    const auto size = shifted_down<3>(leading) & widened_integer<float>(0x0ff80000u);
    const Pack<float> slope =
        fused_multiply_add(long_place, from_bits(sign ^ size), slope_and_bend);
    return fused_multiply_add(place, slope, value);
}

/// The value of the only function of a curve with these pieces, in its unit.
MDSIM_HD Pack<float> curve_value(const CurvePiece* pieces, const CurvePlaces<1>& at) {
    const auto piece = lookup_two_at(&pieces->value, at.piece);
    return piece_values(piece.value[0], piece.value[1], at.place, at.place * Pack<float>(0x1p112f));
}

/// The first of two functions, and `factor` times the second.
MDSIM_HD Pack<float> curve_sum(const RadialCurve& curve, const CurvePlaces<2>& at,
                               Pack<float> factor) {
    const Pack<float> long_place = at.place * Pack<float>(0x1p112f);
    const auto piece = lookup_four_at(&curve.piece->value, at.piece);
    const auto value = [&](int k) {
        return piece_values(piece.value[k], piece.value[k + 1], at.place, long_place);
    };
    return fused_multiply_add(factor, value(2), value(0));
}

} // namespace mdsim::simd::MDSIM_SIMD
