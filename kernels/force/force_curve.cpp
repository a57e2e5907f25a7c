// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/force_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr int samples = 33; ///< of each piece
constexpr std::uint32_t pieces_of_scale = (1u << ForceCurve::doubling_bits) / 8;
constexpr double nearly_zero = 1e-30;

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
float begin_of(std::uint32_t piece) { return float_of(piece << ForceCurve::place_bits); }

/// A parabola in the place within a piece; places are parts of the doubling that it lies in.
struct Parabola {
    double value = 0;
    double slope = 0;
    double bend = 0;

    double operator()(double t) const { return value + t * (slope + t * bend); }
};

/// A part of a piece, with what F/r is there.
struct Span {
    double from;
    double to;
    std::array<double, samples> place;
    std::array<double, samples> force;
    Parabola fit;

    double largest_force() const {
        double largest = 0;
        for (const double f : force) largest = std::max(largest, std::abs(f));
        return largest;
    }
};

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

/// The part of a piece from `least` to `most`, both r^2.
Span span_of(const std::function<double(double)>& force_over_r, std::uint32_t piece, double least,
             double most) {
    const double begin = begin_of(piece);
    const double length = begin_of(piece + 1) - begin;
    const double doubling = length * (1 << ForceCurve::doubling_bits);
    const auto r2_of = [&](double place) { return begin + length / 2 + place * doubling; };
    const auto at = [&](double place) { return force_over_r(r2_of(place)); };
    Span span;
    span.from = (std::max(begin, least) - begin - length / 2) / doubling;
    span.to = (std::min(begin + length, most) - begin - length / 2) / doubling;
    for (int k = 0; k < samples; ++k) {
        span.place[k] = span.from + (span.to - span.from) * k / (samples - 1);
        span.force[k] = at(span.place[k]);
    }
    span.fit = fit_parabola(at, span.from, span.to);
    return span;
}

/// The largest r^2 of a piece up to which F/r is what it is at zero, or the piece's begin.
float constant_up_to(const std::function<double(double)>& force_over_r, std::uint32_t piece,
                     float cutoff2) {
    const double inside = force_over_r(nearly_zero);
    std::uint32_t yes = bits_of(begin_of(piece));
    std::uint32_t no = std::min(bits_of(begin_of(piece + 1)), bits_of(cutoff2));
    while (no - yes > 1) {
        const std::uint32_t middle = yes + (no - yes) / 2;
        (force_over_r(float_of(middle)) == inside ? yes : no) = middle;
    }
    return float_of(yes);
}

/// The pieces from the last below the cutoff down to where F/r is constant; none if that is too
/// far.
std::vector<Span> spans_down(const std::function<double(double)>& force_over_r, float cutoff2) {
    const double inside = force_over_r(nearly_zero);
    std::vector<Span> spans;
    for (std::uint32_t piece = (bits_of(cutoff2) - 1) >> ForceCurve::place_bits;; --piece) {
        const Span span = span_of(force_over_r, piece, 0, cutoff2);
        const bool constant = std::all_of(span.force.begin(), span.force.end(),
                                          [inside](double f) { return f == inside; });
        if (constant && !spans.empty()) return spans;
        if (spans.size() == most_curve_pieces || !std::isfinite(span.largest_force())) return {};
        spans.push_back(span);
        if (constant) return spans;
    }
}

/// The power of two by which places are measured so that all bends fit into halves.
double unit_for(const std::vector<Span>& spans) {
    constexpr int largest_half = 15;
    double largest = 0;
    for (const Span& span : spans) largest = std::max(largest, std::abs(span.fit.bend));
    if (!(largest > 0)) return 1;
    return std::exp2(std::ceil((std::log2(largest) - largest_half) / 2));
}

struct Encoded {
    CurvePiece piece{};
    double error = std::numeric_limits<double>::infinity();
};

/// The piece with a bend and a slope, given in units, and the best value for them.
Encoded with_best_value(const Span& span, std::uint32_t slope_and_bend, double unit) {
    Encoded encoded;
    encoded.piece.slope_and_bend = slope_and_bend;
    const Parabola rest{0, encoded.piece.slope() * unit, encoded.piece.bend() * unit * unit};
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (int k = 0; k < samples; ++k) {
        const double value = span.force[k] - rest(span.place[k]);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    encoded.piece.value = static_cast<float>((least + most) / 2);
    const double value = encoded.piece.value;
    encoded.error = std::max(most - value, value - least);
    return encoded;
}

/// The best of the bends and slopes next to those of the fit.
Encoded encode(const Span& span, double unit) {
    constexpr int unused = 16 - CurvePiece::bend_bits;
    constexpr std::uint32_t all_bends = (1u << CurvePiece::bend_bits) - 1;
    const auto half =
        __half_as_ushort(__float2half_rn(static_cast<float>(span.fit.bend / (unit * unit))));
    const double centre = (span.from + span.to) / 2;
    Encoded best;
    for (std::uint32_t up = 0; up < 2; ++up) {
        const std::uint32_t bend = ((half >> unused) + up) & all_bends;
        const double lost = span.fit.bend - CurvePiece{0, bend}.bend() * unit * unit;
        const auto slope = static_cast<float>((span.fit.slope + 2 * centre * lost) / unit);
        for (std::uint32_t next = 0; next < 3; ++next) {
            const std::uint32_t leading = (bits_of(slope) >> CurvePiece::bend_bits) + next - 1;
            const Encoded tried =
                with_best_value(span, leading << CurvePiece::bend_bits | bend, unit);
            if (tried.error < best.error) best = tried;
        }
    }
    return best;
}

/// Whether each piece is as close as promised. `spans` are in the order of r^2.
bool close_enough(const std::vector<Span>& spans, const std::vector<Encoded>& encoded) {
    MDSIM_EXPECT(spans.size() == encoded.size());
    std::vector<double> largest;
    for (const Span& span : spans) largest.push_back(span.largest_force());
    for (std::size_t k = 0; k < spans.size(); ++k) {
        const auto from = largest.begin() + static_cast<std::ptrdiff_t>(
                                                k - std::min<std::size_t>(k, pieces_of_scale));
        const auto to = largest.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                              spans.size(), k + pieces_of_scale + 1));
        if (!(encoded[k].error <= largest_curve_error * *std::max_element(from, to))) return false;
    }
    return true;
}

} // namespace

StoredCurve make_force_curve(const std::function<double(double)>& force_over_r, float cutoff2) {
    if (!(cutoff2 > 0)) return {};
    std::vector<Span> spans = spans_down(force_over_r, cutoff2);
    if (spans.empty()) return {};
    std::reverse(spans.begin(), spans.end());

    StoredCurve stored;
    ForceCurve& curve = stored.curve;
    const auto count = static_cast<std::uint32_t>(spans.size());
    curve.first = ((bits_of(cutoff2) - 1) >> ForceCurve::place_bits) + 1 - count;
    curve.core = constant_up_to(force_over_r, curve.first, cutoff2);
    spans.front() = span_of(force_over_r, curve.first, curve.core, cutoff2);
    const double unit = unit_for(spans);
    const double half_piece = std::exp2(-ForceCurve::doubling_bits - 1);
    curve.unit = bits_of(static_cast<float>(unit));
    curve.middle = static_cast<float>(unit * (1 + half_piece));

    std::vector<Encoded> encoded;
    for (const Span& span : spans) encoded.push_back(encode(span, unit));
    if (!close_enough(spans, encoded)) return {};
    for (const Encoded& e : encoded) stored.pieces.push_back(e.piece);
    if (count % 2 == 1) stored.pieces.push_back({0, 0});
    curve.count = static_cast<std::uint32_t>(stored.pieces.size());
    MDSIM_ENSURE(curve.count % 2 == 0 && curve.count <= most_curve_pieces);
    return stored;
}

} // namespace mdsim
