// SPDX-License-Identifier: BSD-3-Clause
#include "setup/list_length.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/error.hpp"

namespace mdsim {

double mean_list_length(const ForceField& field, const Crowd& crowd, const ListSettings& lists) {
    const std::size_t types = crowd.types;
    MDSIM_REQUIRE(types > 0 && types == field.types());
    const auto atoms = static_cast<double>(
        std::accumulate(crowd.count.begin(), crowd.count.end(), std::int64_t{0}));
    double listed = 0;
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = 0; b < types; ++b) {
            const auto& pair = field.interaction(std::min(a, b), std::max(a, b));
            listed += static_cast<double>(crowd.count[a]) * crowd.density[a * types + b] *
                      std::pow(lists.range(pair ? pair->cutoff : 0), 3);
        }
    }
    return atoms > 0 ? listed / atoms * 4 / 3 * std::numbers::pi : 0;
}

} // namespace mdsim
