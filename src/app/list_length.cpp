// SPDX-License-Identifier: BSD-3-Clause
#include "app/list_length.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/error.hpp"

namespace mdsim {

double mean_list_length(const ForceField& field, std::span<const std::int64_t> counts,
                        double cell_volume, double skin, double reach) {
    const std::size_t types = field.types();
    MDSIM_REQUIRE(types > 0 && counts.size() % types == 0);
    const auto atoms =
        static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
    double pairs = 0;
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = 0; b < types; ++b) {
            const auto& pair = field.interaction(std::min(a, b), std::max(a, b));
            if (!pair && reach == 0) continue;
            double met = 0;
            for (std::size_t cell = 0; cell < counts.size(); cell += types)
                met +=
                    static_cast<double>(counts[cell + a]) * static_cast<double>(counts[cell + b]);
            pairs += met * std::pow(std::max(pair ? pair->cutoff : 0, reach) + skin, 3);
        }
    }
    return atoms > 0 ? pairs / atoms / cell_volume * 4 / 3 * std::numbers::pi : 0;
}

} // namespace mdsim
