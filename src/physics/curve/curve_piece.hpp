// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/half.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// A parabola in 8 bytes. The last bits of `slope_and_bend` are the leading ones of a half, the
/// bend; the whole word is the slope, which the maker has chosen so that they do no harm.
struct alignas(8) CurvePiece {
    static constexpr int bend_bits = 10;

    float value;
    std::uint32_t slope_and_bend;

    MDSIM_HD float slope() const { return std::bit_cast<float>(slope_and_bend); }
    MDSIM_HD float bend() const {
        constexpr int unused = 16 - bend_bits;
        return half_of_bits((slope_and_bend << unused) & 0xffffu);
    }
    /// value + place (slope + place bend).
    MDSIM_HD float at(float place) const {
        return fused_multiply_add(place, fused_multiply_add(place, bend(), slope()), value);
    }
};

/// How far a curve may be from its function, as a part of the largest value nearby, within 9 % of
/// r^2. It is the bound for any one pair; of Lennard-Jones the rms is less than a tenth. Positions,
/// floats from the centre of a tile, bring as much.
inline constexpr double largest_curve_error = 2e-6;

/// A parabola in the place within a piece.
struct Parabola {
    double value = 0;
    double slope = 0;
    double bend = 0;

    double operator()(double t) const { return value + t * (slope + t * bend); }
};

/// The places of a piece from `from` to `to`, with the values that its parabola should have.
struct CurveSpan {
    static constexpr std::size_t samples = 33;

    /// Takes the values of a function of the place, and the parabola through its three Chebyshev
    /// nodes.
    CurveSpan(const std::function<double(double)>& at, double from, double to);

    double largest() const;

    double from;
    double to;
    std::array<double, samples> place;
    std::array<double, samples> value;
    Parabola fit;
};

/// A piece, and how far it is from the values of its span.
struct EncodedPiece {
    CurvePiece piece{};
    double error = std::numeric_limits<double>::infinity();
};

/// The power of two by which places are measured so that all bends fit into halves.
double unit_of_places(const std::vector<CurveSpan>& spans);

/// The best piece for a span whose places are measured in `unit`.
EncodedPiece encoded_piece(const CurveSpan& span, double unit);

/// Whether each piece is as close as `largest_curve_error` says, compared with the largest value of
/// those that `nearby` pieces or fewer lie between, or with `usual` where that is larger.
bool close_enough(const std::vector<CurveSpan>& spans, const std::vector<EncodedPiece>& encoded,
                  std::size_t nearby, double usual = 0);

} // namespace mdsim
