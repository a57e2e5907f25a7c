// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/force_curve.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::size_t pieces_of_scale = (std::size_t{1} << ForceCurve::doubling_bits) / 8;
constexpr double nearly_zero = 1e-30;

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
float begin_of(std::uint32_t piece) { return float_of(piece << ForceCurve::place_bits); }

/// The part of a piece from `least` to `most`, both r^2; places are parts of the doubling that the
/// piece lies in.
CurveSpan span_of(const std::function<double(double)>& force_over_r, std::uint32_t piece,
                  double least, double most) {
    const double begin = begin_of(piece);
    const double length = begin_of(piece + 1) - begin;
    const double doubling = length * (1 << ForceCurve::doubling_bits);
    const auto r2_of = [&](double place) { return begin + length / 2 + place * doubling; };
    return {[&](double place) { return force_over_r(r2_of(place)); },
            (std::max(begin, least) - begin - length / 2) / doubling,
            (std::min(begin + length, most) - begin - length / 2) / doubling};
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
std::vector<CurveSpan> spans_down(const std::function<double(double)>& force_over_r,
                                  float cutoff2) {
    const double inside = force_over_r(nearly_zero);
    std::vector<CurveSpan> spans;
    for (std::uint32_t piece = (bits_of(cutoff2) - 1) >> ForceCurve::place_bits;; --piece) {
        const CurveSpan span = span_of(force_over_r, piece, 0, cutoff2);
        const bool constant = std::all_of(span.value.begin(), span.value.end(),
                                          [inside](double f) { return f == inside; });
        if (constant && !spans.empty()) return spans;
        if (spans.size() == most_curve_pieces || !std::isfinite(span.largest())) return {};
        spans.push_back(span);
        if (constant) return spans;
    }
}

} // namespace

StoredCurve make_force_curve(const std::function<double(double)>& force_over_r, float cutoff2) {
    if (!(cutoff2 > 0)) return {};
    std::vector<CurveSpan> spans = spans_down(force_over_r, cutoff2);
    if (spans.empty()) return {};
    std::reverse(spans.begin(), spans.end());

    StoredCurve stored;
    ForceCurve& curve = stored.curve;
    const auto count = static_cast<std::uint32_t>(spans.size());
    curve.first = ((bits_of(cutoff2) - 1) >> ForceCurve::place_bits) + 1 - count;
    curve.core = constant_up_to(force_over_r, curve.first, cutoff2);
    spans.front() = span_of(force_over_r, curve.first, curve.core, cutoff2);
    const double unit = unit_of_places(spans);
    const double half_piece = std::exp2(-ForceCurve::doubling_bits - 1);
    curve.unit = bits_of(static_cast<float>(unit));
    curve.middle = static_cast<float>(unit * (1 + half_piece));

    std::vector<EncodedPiece> encoded;
    for (const CurveSpan& span : spans) encoded.push_back(encoded_piece(span, unit));
    if (!close_enough(spans, encoded, pieces_of_scale)) return {};
    for (const EncodedPiece& e : encoded) stored.pieces.push_back(e.piece);
    if (count % 2 == 1) stored.pieces.push_back({0, 0});
    curve.count = static_cast<std::uint32_t>(stored.pieces.size());
    MDSIM_ENSURE(curve.count % 2 == 0 && curve.count <= most_curve_pieces);
    return stored;
}

} // namespace mdsim
