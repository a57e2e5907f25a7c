// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/curve_piece.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

/// The parabola through the three Chebyshev nodes of a span.
Parabola fit_parabola(const std::function<double(double)>& at, double from, double to) {
    if (!(from < to)) return {at(from), 0, 0};
    const double reach = (to - from) / 2 * std::sqrt(0.75);
    const double centre = (from + to) / 2;
    const double left = at(centre - reach);
    const double mid = at(centre);
    const double right = at(centre + reach);
    const double bend = (left - 2 * mid + right) / (2 * reach * reach);
    const double slope = (right - left) / (2 * reach);
    return {mid - centre * (slope - centre * bend), slope - 2 * centre * bend, bend};
}

/// The piece with a bend and a slope, given in units, and the best value for them.
EncodedPiece with_best_value(const CurveSpan& span, std::uint32_t slope_and_bend, double unit) {
    EncodedPiece encoded;
    encoded.piece.slope_and_bend = slope_and_bend;
    const Parabola rest{0, encoded.piece.slope() * unit, encoded.piece.bend() * unit * unit};
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (std::size_t k = 0; k < CurveSpan::samples; ++k) {
        const double value = span.value[k] - rest(span.place[k]);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    encoded.piece.value = static_cast<float>((least + most) / 2);
    const double value = encoded.piece.value;
    encoded.error = std::max(most - value, value - least);
    return encoded;
}

} // namespace

CurveSpan::CurveSpan(const std::function<double(double)>& at, double begin, double end)
    : from(begin), to(end), fit(fit_parabola(at, begin, end)) {
    constexpr auto last = static_cast<double>(samples - 1);
    for (std::size_t k = 0; k < samples; ++k) {
        place[k] = from + (to - from) * static_cast<double>(k) / last;
        value[k] = at(place[k]);
    }
}

double CurveSpan::largest() const {
    double largest = 0;
    for (const double v : value) largest = std::max(largest, std::abs(v));
    return largest;
}

double unit_of_places(const std::vector<CurveSpan>& spans) {
    constexpr int largest_half = 15;
    double largest = 0;
    for (const CurveSpan& span : spans) largest = std::max(largest, std::abs(span.fit.bend));
    if (!(largest > 0)) return 1;
    int exponent = 0; // of the power of two from the largest on
    if (std::frexp(largest, &exponent) == 0.5) --exponent;
    const int beyond = exponent - largest_half;
    return std::ldexp(1, beyond > 0 ? (beyond + 1) / 2 : beyond / 2);
}

/// The best of the bends and slopes next to those of the fit.
EncodedPiece encoded_piece(const CurveSpan& span, double unit) {
    constexpr int unused = 16 - CurvePiece::bend_bits;
    constexpr std::uint32_t all_bends = (1u << CurvePiece::bend_bits) - 1;
    const auto half = half_bits_of(static_cast<float>(span.fit.bend / (unit * unit)));
    const double centre = (span.from + span.to) / 2;
    EncodedPiece best;
    for (std::uint32_t up = 0; up < 2; ++up) {
        const std::uint32_t bend = ((half >> unused) + up) & all_bends;
        const double lost = span.fit.bend - CurvePiece{0, bend}.bend() * unit * unit;
        const auto slope = static_cast<float>((span.fit.slope + 2 * centre * lost) / unit);
        for (std::uint32_t next = 0; next < 3; ++next) {
            const std::uint32_t leading = (bits_of(slope) >> CurvePiece::bend_bits) + next - 1;
            const EncodedPiece tried =
                with_best_value(span, leading << CurvePiece::bend_bits | bend, unit);
            if (tried.error < best.error) best = tried;
        }
    }
    return best;
}

bool close_enough(const std::vector<CurveSpan>& spans, const std::vector<EncodedPiece>& encoded,
                  std::size_t nearby, double usual) {
    MDSIM_EXPECT(spans.size() == encoded.size());
    std::vector<double> largest;
    for (const CurveSpan& span : spans) largest.push_back(span.largest());
    for (std::size_t k = 0; k < spans.size(); ++k) {
        const auto from = largest.begin() + static_cast<std::ptrdiff_t>(k - std::min(k, nearby));
        const auto to =
            largest.begin() + static_cast<std::ptrdiff_t>(std::min(spans.size(), k + nearby + 1));
        const double yardstick = std::max(usual, *std::max_element(from, to));
        if (!(encoded[k].error <= largest_curve_error * yardstick)) return false;
    }
    return true;
}

} // namespace mdsim
