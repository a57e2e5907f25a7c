// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct MorseParams {
    static constexpr std::string_view name = "morse";
    double depth = 0;    ///< [energy]
    double alpha = 0;    ///< [1 / length]
    double distance = 0; ///< [length]

    static constexpr auto fields() {
        using P = MorseParams;
        return std::make_tuple(field("depth", &P::depth, Dimension::energy, positive(),
                                     "depth of the well", required()),
                               field("alpha", &P::alpha, Dimension::inverse_length, positive(),
                                     "how steep the well is: its curvature is 2 depth alpha^2",
                                     required()),
                               field("distance", &P::distance, Dimension::length, positive(),
                                     "distance of the minimum", required()));
    }
};

/// V(r) = depth (e^(-2 x) - 2 e^(-x)), x = alpha (r - distance).
///
/// Morse, Phys. Rev. 34, 57 (1929), eq. 4, doi:10.1103/PhysRev.34.57.
inline PairTerm<double> term_of(const MorseParams& p, double r2) {
    const double r = square_root(r2);
    const double fall = exponential(p.alpha * (p.distance - r));
    return {p.depth * fall * (fall - 2), 2 * p.depth * p.alpha * fall * (fall - 1) / r};
}

/// Exact from where the energy is a hundred depths, or from a tenth of the distance of the minimum.
inline FormulaShape shape_of(const MorseParams& p) {
    const double hundredfold = p.distance - 2.4 / p.alpha;
    return {.exact_from = hundredfold > 0.1 * p.distance ? hundredfold : 0.1 * p.distance};
}

/// The depth, and where the energy is zero.
inline PotentialScale scale_of(const MorseParams& p, double /*cutoff*/) {
    constexpr double log2 = 0.69314718055994531;
    const double zero = p.distance - log2 / p.alpha;
    return {p.depth, zero > 0 ? zero : 0};
}

} // namespace mdsim
