// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/forces/law_curve.hpp"

#include <type_traits>
#include <variant>

#include "kernels/forces/law_table.hpp"

namespace mdsim {

StoredCurve law_curve(const AnyPairTable<float>& table) {
    return std::visit(
        [](const auto& typed) -> StoredCurve {
            using Law = typename std::decay_t<decltype(typed)>::law_type;
            if constexpr (may_have_curve<Law>) {
                const auto law = widened<double>(typed.law.front());
                const std::vector<double> samples(typed.samples.begin(), typed.samples.end());
                const auto force_over_r = [&](double r2) {
                    return evaluate_law(law, r2, samples.data()).force_over_r;
                };
                return make_force_curve(force_over_r, typed.cutoff_squared.front());
            } else {
                return {};
            }
        },
        table);
}

} // namespace mdsim
