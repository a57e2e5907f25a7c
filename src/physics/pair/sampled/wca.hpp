// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct WcaParams {
    static constexpr std::string_view name = "wca";
    double epsilon = 0; ///< [energy]
    double sigma = 0;   ///< [length]

    static constexpr auto fields() {
        using P = WcaParams;
        return std::make_tuple(field("epsilon", &P::epsilon, Dimension::energy, positive(),
                                     "energy at the distance sigma", required()),
                               field("sigma", &P::sigma, Dimension::length, positive(),
                                     "diameter of an atom; the force ends at 2^(1/6) sigma",
                                     required()));
    }
};

/// V(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6] + epsilon up to the minimum of the Lennard-Jones
/// potential at 2^(1/6) sigma, zero beyond it: the repulsion alone.
///
/// Weeks, Chandler and Andersen, J. Chem. Phys. 54, 5237 (1971), eq. 4, doi:10.1063/1.1674820.
inline PairTerm<double> term_of(const WcaParams& p, double r2) {
    const double x = power<3>(p.sigma * p.sigma / r2);
    if (x <= 0.5) return {0, 0};
    return {4 * p.epsilon * (x - 0.5) * (x - 0.5), 48 * p.epsilon * x * (x - 0.5) / r2};
}

inline FormulaShape shape_of(const WcaParams& p) {
    constexpr double minimum = 1.1224620483093730; // 2^(1/6)
    return {.exact_from = 0.75 * p.sigma, .range = minimum * p.sigma};
}

inline PotentialScale scale_of(const WcaParams& p, double /*cutoff*/) {
    return {p.epsilon, p.sigma, 0, true};
}

/// As Lennard-Jones.
inline WcaParams mix(const WcaParams& a, const WcaParams& b, MixingRule rule) {
    const LennardJonesParams mixed =
        mix(LennardJonesParams{a.epsilon, a.sigma}, LennardJonesParams{b.epsilon, b.sigma}, rule);
    return {mixed.epsilon, mixed.sigma};
}

} // namespace mdsim
