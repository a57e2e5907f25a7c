// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct BornMayerHugginsParams {
    static constexpr std::string_view name = "born_mayer_huggins";
    double a = 0;     ///< [energy]
    double sigma = 0; ///< [length]
    double rho = 0;   ///< [length]
    double c = 0;     ///< [energy length^6]
    double d = 0;     ///< [energy length^8]

    static constexpr auto fields() {
        using P = BornMayerHugginsParams;
        return std::make_tuple(
            field("a", &P::a, Dimension::energy, at_least(0.0),
                  "the repulsion at the distance sigma", required()),
            field("sigma", &P::sigma, Dimension::length, at_least(0.0),
                  "sum of the radii of both ions", required()),
            field("rho", &P::rho, Dimension::length, positive(), "decay of the repulsion",
                  required()),
            field("c", &P::c, Dimension::energy_length6, at_least(0.0),
                  "strength of the attraction of dipoles; inside the maximum of the energy "
                  "attraction wins, and an atom there ends the run"),
            field("d", &P::d, Dimension::energy_length8, at_least(0.0),
                  "strength of the attraction of dipoles and quadrupoles; LAMMPS has it with the "
                  "other sign"));
    }
};

/// V(r) = a e^((sigma - r)/rho) - c / r^6 - d / r^8: the potential of ions without their charges,
/// which falls to minus infinity inside a maximum.
///
/// Huggins and Mayer, J. Chem. Phys. 1, 643 (1933), doi:10.1063/1.1749344; Fumi and Tosi, J. Phys.
/// Chem. Solids 25, 31 (1964), doi:10.1016/0022-3697(64)90159-3.
inline PairTerm<double> term_of(const BornMayerHugginsParams& p, double r2) {
    const double r = square_root(r2);
    const double repulsion = p.a * exponential((p.sigma - r) / p.rho);
    const double sixth = p.c / power<3>(r2);
    const double eighth = p.d / power<4>(r2);
    return {repulsion - sixth - eighth, repulsion / (p.rho * r) - (6 * sixth + 8 * eighth) / r2};
}

inline FormulaShape shape_of(const BornMayerHugginsParams& p) {
    return {.exact_from = 4 * p.rho, .falls = p.c > 0 || p.d > 0};
}

} // namespace mdsim
