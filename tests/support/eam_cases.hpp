// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "physics/pair/force_field.hpp"

namespace mdsim::test {

/// Numbers of a function at equal steps.
template <class Function> std::vector<double> tabulated(double spacing, int values, Function f) {
    std::vector<double> numbers;
    for (int k = 0; k < values; ++k) numbers.push_back(f(spacing * k));
    return numbers;
}

/// Two metals whose neighbours are about one length apart, of which each pair has a density of its
/// own, whichever of both it is at. All that depends on the distance ends smoothly at 2.2.
inline EamTables two_metals() {
    constexpr double spacing = 0.01, reach = 2.2;
    const auto end = [](double r) { return r < reach ? std::pow(1 - r / reach, 3) : 0.0; };
    EamTables t;
    t.elements = {"A", "B"};
    t.mass = {1, 1.5};
    t.spacing = spacing;
    t.density_spacing = 0.05;
    t.cutoff = reach;
    for (int a = 0; a < 2; ++a) {
        t.embedding.push_back(tabulated(t.density_spacing, 400,
                                        [=](double rho) { return -(2 + a) * std::sqrt(rho); }));
        for (int b = 0; b < 2; ++b) {
            t.density.push_back(tabulated(
                spacing, 241, [=](double r) { return (3 + a + 0.5 * b) * std::exp(-r) * end(r); }));
            t.pair_times_r.push_back(tabulated(spacing, 241, [=](double r) {
                return (12 + 2 * (a + b)) * std::exp(-2 * r) * end(r);
            }));
        }
    }
    return t;
}

/// The parameters of these metals; of_pair chooses a pair.
inline EamParams eam_params() {
    EamParams p;
    p.files = {"two.eam.fs"};
    p.tables = std::make_shared<const EamTables>(two_metals());
    return p;
}

/// One of them, or both.
inline ForceFieldSpec eam_spec(TypeId types) {
    ForceFieldSpec spec;
    for (TypeId a = 0; a < types; ++a) {
        spec.species.push_back(std::string(1, static_cast<char>('A' + a)));
        for (TypeId b = a; b < types; ++b)
            spec.functionals.push_back({"", a, b, of_pair(eam_params(), a, b)});
    }
    return spec;
}

} // namespace mdsim::test
