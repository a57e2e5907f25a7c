// SPDX-License-Identifier: BSD-3-Clause
#include "setup/list_length.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/contract.hpp"

namespace mdsim {

double mean_list_length(const ForceField& field, const LocalDensity& local,
                        const ListSettings& lists) {
    const std::size_t types = local.types;
    MDSIM_REQUIRE(types > 0 && types == field.types());
    MDSIM_EXPECT(local.count.size() == types && local.density.size() == types * types);
    const auto atoms = static_cast<double>(
        std::accumulate(local.count.begin(), local.count.end(), std::int64_t{0}));
    double listed = 0;
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = 0; b < types; ++b) {
            listed += static_cast<double>(local.count[a]) * local.density[a * types + b] *
                      std::pow(lists.range(field.cutoff(a, b)), 3);
        }
    }
    return atoms > 0 ? listed / atoms * 4 / 3 * std::numbers::pi : 0;
}

} // namespace mdsim
