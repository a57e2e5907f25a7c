// SPDX-License-Identifier: BSD-3-Clause
#include "app/list_length.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace mdsim {

double mean_list_length(const ForceField& field, std::span<const std::int64_t> count_of_type,
                        double volume, double skin) {
    const auto atoms = static_cast<double>(
        std::accumulate(count_of_type.begin(), count_of_type.end(), std::int64_t{0}));
    double pairs = 0;
    for (TypeId a = 0; a < count_of_type.size(); ++a) {
        for (TypeId b = 0; b < count_of_type.size(); ++b) {
            const auto& pair = field.interaction(std::min(a, b), std::max(a, b));
            if (!pair) continue;
            pairs += static_cast<double>(count_of_type[a]) * static_cast<double>(count_of_type[b]) *
                     std::pow(pair->cutoff + skin, 3);
        }
    }
    return atoms > 0 ? pairs / atoms / volume * 4 / 3 * std::numbers::pi : 0;
}

} // namespace mdsim
