// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/functional_curves.hpp"

#include <variant>
#include <vector>

namespace mdsim {

namespace {

template <class Functional> FunctionalCurves curves_of(const FunctionalTable<Functional>& table) {
    const auto functional = widened<double>(table.functional.front());
    const std::vector<double> samples(table.samples.begin(), table.samples.end());
    const auto density = [&](double r2) {
        return evaluate_density(functional, r2, samples.data());
    };
    const auto force = [&](double r2, double slope) {
        return evaluate_functional<true>(functional, r2, slope, 0.0, samples.data()).force_over_r;
    };
    const auto push = [&](double r2) { return force(r2, 0); };
    const auto pull = [&](double r2) { return force(r2, 1) - force(r2, 0); };
    const float cutoff2 = table.cutoff_squared.front();
    const RadialScale scale{table.knots, table.nearest};
    return {make_radial_curve({density}, cutoff2, scale),
            make_radial_curve({push, pull}, cutoff2, scale)};
}

} // namespace

FunctionalCurves functional_curves(const AnyFunctionalTable<float>& any) {
    return std::visit(
        [](const auto& table) { return table.types == 1 ? curves_of(table) : FunctionalCurves{}; },
        any);
}

} // namespace mdsim
