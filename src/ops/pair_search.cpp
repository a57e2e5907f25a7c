// SPDX-License-Identifier: BSD-3-Clause
#include "ops/pair_search.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

bool can_search_pairs(const Box& box, double cutoff, double skin) {
    MDSIM_EXPECT(cutoff >= 0 && skin >= 0);
    constexpr double spare = 0.01;
    constexpr double least_skin = 1e-3;
    const Vec3<double> h = box.heights();
    return skin >= least_skin * cutoff &&
           searched_range(cutoff, skin) <= (0.5 - spare) * std::min({h.x, h.y, h.z});
}

} // namespace mdsim
