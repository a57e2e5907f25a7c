// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/radial_curve.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

using Function = std::function<double(double)>;

constexpr double core_part = 0.65;    // of the distance of nearest neighbours
constexpr double nearby_part = 0.045; // of a distance: 9 % of its square

/// Pieces of equal length: number k from (first + k) spacing on.
struct Pieces {
    double spacing;
    double cutoff;
    std::uint32_t first;
    std::uint32_t count;

    /// The middle of a piece, in spacings.
    double middle(std::uint32_t k) const { return first + k + 0.5; }
};

/// Those from the core to the cutoff, and one behind it, to which distances may be rounded.
Pieces pieces_of(double spacing, double core, double cutoff) {
    const auto first = static_cast<std::uint32_t>(std::ceil(core / spacing));
    return {spacing, cutoff, first, static_cast<std::uint32_t>(cutoff / spacing) + 2 - first};
}

/// Spacings to be tried, the widest first.
std::vector<double> spacings(double reach, double knots) {
    std::vector<double> found;
    for (std::uint32_t count = most_radial_pieces / 8; count <= most_radial_pieces; count *= 2)
        found.push_back(reach / (count - 4));
    for (int parts = 1; knots > 0 && parts <= 4; ++parts) found.push_back(knots / parts);
    std::sort(found.rbegin(), found.rend());
    return found;
}

/// A function on each of the pieces, divided by `unit`; constant behind the cutoff.
std::vector<CurveSpan> spans_of(const Function& function, const Pieces& pieces, double unit) {
    std::vector<CurveSpan> spans;
    for (std::uint32_t k = 0; k < pieces.count; ++k) {
        const double middle = pieces.middle(k);
        const double end = std::clamp(pieces.cutoff / pieces.spacing - middle, -0.5, 0.5);
        const auto at = [&](double place) {
            const double r = std::min((middle + place) * pieces.spacing, pieces.cutoff);
            return function(r * r) / unit;
        };
        spans.emplace_back(at, -0.5, end);
    }
    return spans;
}

/// The power of two by which values are divided so that bends fit into halves.
double unit_for(const std::vector<Function>& functions, const Pieces& pieces) {
    std::vector<CurveSpan> all;
    for (const Function& function : functions)
        for (const CurveSpan& span : spans_of(function, pieces, 1)) all.push_back(span);
    const double unit = unit_of_places(all);
    return unit * unit;
}

/// The largest value from a distance on.
double largest_from(double distance, const std::vector<CurveSpan>& spans, const Pieces& pieces) {
    double largest = 0;
    for (std::uint32_t k = 0; k < pieces.count; ++k)
        if (pieces.middle(k) * pieces.spacing > distance)
            largest = std::max(largest, spans[k].largest());
    return largest;
}

/// The pieces of one function; none if one is not close enough.
std::vector<EncodedPiece> encoded(const Function& function, const Pieces& pieces, double unit,
                                  double nearest) {
    const std::vector<CurveSpan> spans = spans_of(function, pieces, unit);
    std::vector<EncodedPiece> all;
    for (const CurveSpan& span : spans) all.push_back(encoded_piece(span, 1));
    const auto nearby = static_cast<std::size_t>(nearby_part * pieces.first) + 1;
    if (!close_enough(spans, all, nearby, largest_from(nearest, spans, pieces))) return {};
    return all;
}

/// The functions on some pieces, piece by piece; nothing if one is not close enough.
std::vector<CurvePiece> interleaved(const std::vector<Function>& functions, const Pieces& pieces,
                                    double unit, double nearest) {
    const std::size_t width = functions.size();
    std::vector<CurvePiece> all(pieces.count * width);
    for (std::size_t f = 0; f < width; ++f) {
        const std::vector<EncodedPiece> own = encoded(functions[f], pieces, unit, nearest);
        if (own.empty()) return {};
        for (std::size_t k = 0; k < own.size(); ++k) all[k * width + f] = own[k].piece;
    }
    return all;
}

RadialCurve curve_of(const Pieces& pieces, double unit) {
    constexpr double clear_of_rounding = 1.0 / 64; // of a piece
    const double core = (pieces.first + clear_of_rounding) * pieces.spacing;
    RadialCurve curve;
    curve.inverse_spacing = static_cast<float>(1 / pieces.spacing);
    curve.start = static_cast<float>(-(pieces.first + 0.5));
    curve.core2 = static_cast<float>(core * core);
    curve.unit = static_cast<float>(unit);
    curve.inverse_unit = static_cast<float>(1 / unit);
    return curve;
}

} // namespace

StoredRadialCurve make_radial_curve(const std::vector<Function>& functions, float cutoff2,
                                    const RadialScale& scale) {
    MDSIM_EXPECT(!functions.empty() && scale.knots >= 0 && scale.nearest > 0);
    const double cutoff = std::sqrt(double{cutoff2});
    const double core = core_part * scale.nearest;
    if (!(core < cutoff)) return {};
    for (const double spacing : spacings(cutoff - core, scale.knots)) {
        const Pieces pieces = pieces_of(spacing, core, cutoff);
        if (pieces.count > most_radial_pieces) break;
        const double unit = unit_for(functions, pieces);
        if (!std::isfinite(unit)) return {};
        std::vector<CurvePiece> all = interleaved(functions, pieces, unit, scale.nearest);
        if (all.empty()) continue;
        if (all.size() % 2 == 1) all.push_back({0, 0});
        StoredRadialCurve stored{curve_of(pieces, unit), std::move(all)};
        stored.curve.words = static_cast<std::uint32_t>(stored.pieces.size() / 2);
        return stored;
    }
    return {};
}

} // namespace mdsim
