// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct YukawaParams {
    static constexpr std::string_view name = "yukawa";
    double a = 0;     ///< [energy length]
    double kappa = 0; ///< [1 / length]

    static constexpr auto fields() {
        using P = YukawaParams;
        return std::make_tuple(
            field("a", &P::a, Dimension::energy_length, any(),
                  "strength; below zero it attracts, and needs another potential that keeps atoms "
                  "apart",
                  required()),
            field("kappa", &P::kappa, Dimension::inverse_length, positive(),
                  "inverse of the screening length", required()));
    }
};

/// V(r) = a e^(-kappa r) / r.
///
/// Yukawa, Proc. Phys.-Math. Soc. Jpn. 17, 48 (1935); Debye and Hückel, Phys. Z. 24, 185 (1923).
inline PairTerm<double> term_of(const YukawaParams& p, double r2) {
    const double r = square_root(r2);
    const double energy = p.a * exponential(-p.kappa * r) / r;
    return {energy, energy * (p.kappa * r + 1) / r2};
}

/// Exact from half a screening length.
inline FormulaShape shape_of(const YukawaParams& p) {
    return {.exact_from = 0.5 / p.kappa, .falls = p.a < 0};
}

} // namespace mdsim
