// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"

namespace mdsim {

struct SoftCosineParams {
    static constexpr std::string_view name = "soft_cosine";
    double a = 0;     ///< [energy]
    double range = 0; ///< [length]

    static constexpr auto fields() {
        using P = SoftCosineParams;
        return std::make_tuple(field("a", &P::a, Dimension::energy, any(),
                                     "half the energy of two atoms in one place", required()),
                               field("range", &P::range, Dimension::length, positive(),
                                     "where energy and force become zero", required()));
    }
};

/// V(r) = a [1 + cos(pi r / range)] up to the range, zero beyond it; smooth down to r = 0. It
/// pushes atoms apart that overlap, as `pair_style soft` of LAMMPS does.
inline PairTerm<double> term_of(const SoftCosineParams& p, double r2) {
    constexpr double pi = 3.14159265358979324;
    constexpr double near = 1e-8; // of the range squared: there sin(x)/x is 1 - x^2 / 6
    const double x2 = r2 / (p.range * p.range);
    if (x2 >= 1) return {0, 0};
    const double x = square_root(x2);
    const auto [sine, cosine] = sine_cosine_of_turns(0.25 * x); // of half the angle
    const double sine_over_x = x2 < near ? pi * (1 - pi * pi * x2 / 6) : 2 * sine * cosine / x;
    return {2 * p.a * cosine * cosine, p.a * pi * sine_over_x / (p.range * p.range)};
}

inline FormulaShape shape_of(const SoftCosineParams& p) { return {.range = p.range}; }

} // namespace mdsim
