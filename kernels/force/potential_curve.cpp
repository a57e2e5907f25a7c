// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/potential_curve.hpp"

#include <type_traits>
#include <variant>

#include "kernels/force/potential_table.hpp"

namespace mdsim {

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
                return make_force_curve(force_over_r, typed.cutoff_squared.front());
            } else {
                return {};
            }
        },
        table);
}

} // namespace mdsim
