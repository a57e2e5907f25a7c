// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct BuckinghamParams {
    static constexpr std::string_view name = "buckingham";
    double a = 0;   ///< [energy]
    double rho = 0; ///< [length]
    double c = 0;   ///< [energy length^6]

    static constexpr auto fields() {
        using P = BuckinghamParams;
        return std::make_tuple(
            field("a", &P::a, Dimension::energy, at_least(0.0), "strength of the repulsion",
                  required()),
            field("rho", &P::rho, Dimension::length, positive(), "decay of the repulsion",
                  required()),
            field("c", &P::c, Dimension::energy_length6, at_least(0.0),
                  "strength of the attraction; inside the maximum of the energy it wins, and an "
                  "atom there ends the run",
                  required()));
    }
};

/// V(r) = a e^(-r/rho) - c / r^6, which falls to minus infinity inside a maximum.
///
/// Buckingham, Proc. R. Soc. Lond. A 168, 264 (1938), doi:10.1098/rspa.1938.0173.
inline PairTerm<double> term_of(const BuckinghamParams& p, double r2) {
    const double r = square_root(r2);
    const double repulsion = p.a * exponential(-r / p.rho);
    const double attraction = p.c / power<3>(r2);
    return {repulsion - attraction, repulsion / (p.rho * r) - 6 * attraction / r2};
}

inline FormulaShape shape_of(const BuckinghamParams& p) {
    return {.exact_from = 4 * p.rho, .falls = p.c > 0};
}

/// Geometric means of both terms, so that 1/rho is the mean; there is no other rule.
///
/// Williams, J. Chem. Phys. 47, 4680 (1967), doi:10.1063/1.1701684.
inline std::optional<BuckinghamParams> mix(const BuckinghamParams& a, const BuckinghamParams& b,
                                           MixingRule rule) {
    if (rule != MixingRule::geometric) return std::nullopt;
    return BuckinghamParams{square_root(a.a * b.a), 2 / (1 / a.rho + 1 / b.rho),
                            square_root(a.c * b.c)};
}

} // namespace mdsim
