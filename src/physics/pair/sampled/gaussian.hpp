// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct GaussianParams {
    static constexpr std::string_view name = "gaussian";
    double epsilon = 0; ///< [energy]
    double sigma = 0;   ///< [length]

    static constexpr auto fields() {
        using P = GaussianParams;
        return std::make_tuple(
            field("epsilon", &P::epsilon, Dimension::energy, any(),
                  "energy of two atoms in one place; below zero it is the depth of a well",
                  required()),
            field("sigma", &P::sigma, Dimension::length, positive(),
                  "distance where the energy is 1/e of it", required()));
    }
};

/// V(r) = epsilon e^(-(r / sigma)^2), smooth down to r = 0.
///
/// Stillinger, J. Chem. Phys. 65, 3968 (1976), doi:10.1063/1.432891: the Gaussian core model.
inline PairTerm<double> term_of(const GaussianParams& p, double r2) {
    const double inverse = 1 / (p.sigma * p.sigma);
    const double energy = p.epsilon * exponential(-r2 * inverse);
    return {energy, 2 * inverse * energy};
}

inline FormulaShape shape_of(const GaussianParams&) { return {}; }

} // namespace mdsim
