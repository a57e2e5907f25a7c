// SPDX-License-Identifier: BSD-3-Clause
#include "physics/curve/potential_curve.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <variant>

#include "physics/curve/may_have_curve.hpp"

namespace mdsim {

namespace {

/// The curve that reaches as far towards zero as it can be close enough; `core` is constant.
StoredCurve curve_down_to_core(const std::function<double(double)>& force_over_r, float cutoff2) {
    constexpr int most_doublings = 7; // of r^2, one less than a curve has pieces for
    for (int doublings = most_doublings; doublings > 0; --doublings) {
        const double core = std::ldexp(double{cutoff2}, -doublings);
        StoredCurve stored =
            make_force_curve([&](double r2) { return force_over_r(std::max(r2, core)); }, cutoff2);
        if (!stored.pieces.empty()) return stored;
    }
    return {};
}

} // namespace

StoredCurve potential_curve(const AnyPairTable<float>& table) {
    return std::visit(
        [](const auto& typed) -> StoredCurve {
            using Potential = typename std::decay_t<decltype(typed)>::potential_type;
            if constexpr (may_have_curve<Potential>) {
                const auto potential = widened<double>(typed.potential.front());
                const std::vector<double> samples(typed.samples.begin(), typed.samples.end());
                const auto force_over_r = [&](double r2) {
                    return evaluate_potential(potential, r2, samples.data()).force_over_r;
                };
                const float cutoff2 = typed.cutoff_squared.front();
                if constexpr (computed_in_core<Potential>)
                    return curve_down_to_core(force_over_r, cutoff2);
                else
                    return make_force_curve(force_over_r, cutoff2);
            } else {
                return {};
            }
        },
        table);
}

} // namespace mdsim
