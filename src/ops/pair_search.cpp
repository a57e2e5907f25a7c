// SPDX-License-Identifier: BSD-3-Clause
#include "ops/pair_search.hpp"

namespace mdsim {

bool can_search_pairs(const Box& box, const CellGrid& grid, double cutoff, double skin) {
    constexpr double spare = 0.01;
    const double range = cutoff + (1 + searched_skins) * skin;
    for (int d = 0; d < 3; ++d) {
        const double cell = box.periodic[static_cast<std::size_t>(d)] ? 0.0 : 1.0 / grid.count[d];
        if (cell + range / box.heights()[d] + spare > 0.5) return false;
    }
    return true;
}

} // namespace mdsim
