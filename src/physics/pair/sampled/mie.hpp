// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct MieParams {
    static constexpr std::string_view name = "mie";
    double epsilon = 0;    ///< [energy]
    double sigma = 0;      ///< [length]
    double repulsion = 12; ///< exponent
    double attraction = 6; ///< exponent

    static constexpr auto fields() {
        using P = MieParams;
        return std::make_tuple(
            field("epsilon", &P::epsilon, Dimension::energy, positive(), "depth of the well",
                  required()),
            field("sigma", &P::sigma, Dimension::length, positive(),
                  "distance where the energy is zero", required()),
            field("repulsion", &P::repulsion, Dimension::none, between(4.0, 60.0),
                  "exponent of the repulsion, larger than that of the attraction", required()),
            field("attraction", &P::attraction, Dimension::none, above(3.0),
                  "exponent of the attraction"));
    }
};

/// What forbids such parameters; empty if nothing does.
inline std::string_view fault_of(const MieParams& p) {
    return p.repulsion > p.attraction ? "" : "`repulsion` must be larger than `attraction`";
}

/// V(r) = C epsilon [(sigma/r)^n - (sigma/r)^m], C = n / (n - m) (n / m)^(m / (n - m)), n the
/// exponent of the repulsion and m that of the attraction.
///
/// Mie, Ann. Phys. 316, 657 (1903), doi:10.1002/andp.19033160802.
inline PairTerm<double> term_of(const MieParams& p, double r2) {
    const double n = p.repulsion;
    const double m = p.attraction;
    const double strength = p.epsilon * n / (n - m) * power(n / m, m / (n - m));
    const double x = p.sigma * p.sigma / r2;
    const double repulsion = strength * power(x, n / 2);
    const double attraction = strength * power(x, m / 2);
    return {repulsion - attraction, (n * repulsion - m * attraction) / r2};
}

inline FormulaShape shape_of(const MieParams& p) { return {.exact_from = 0.75 * p.sigma}; }

inline PotentialScale scale_of(const MieParams& p, double /*cutoff*/) {
    return {p.epsilon, p.sigma, 0, true};
}

/// Depth and length are mixed like those of Lennard-Jones, exponents less three geometrically.
///
/// Lafitte et al., J. Chem. Phys. 139, 154504 (2013), doi:10.1063/1.4819786.
inline MieParams mix(const MieParams& a, const MieParams& b, MixingRule rule) {
    const LennardJonesParams mixed =
        mix(LennardJonesParams{a.epsilon, a.sigma}, LennardJonesParams{b.epsilon, b.sigma}, rule);
    const auto exponent = [](double x, double y) {
        return x == y ? x : 3 + square_root((x - 3) * (y - 3));
    };
    return {mixed.epsilon, mixed.sigma, exponent(a.repulsion, b.repulsion),
            exponent(a.attraction, b.attraction)};
}

} // namespace mdsim
