// SPDX-License-Identifier: BSD-3-Clause
#include "surroundings/centro_symmetry.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/contract.hpp"

namespace mdsim {

double centro_symmetry(std::span<const Neighbor> nearest) {
    const std::size_t n = nearest.size();
    MDSIM_EXPECT(n > 0 && n % 2 == 0 && n <= most_centro_neighbors);
    std::array<double, most_centro_neighbors*(most_centro_neighbors - 1) / 2> pairs;
    auto end = pairs.begin();
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b) {
            const Vec3<double> off = nearest[a].way + nearest[b].way;
            *end++ = dot(off, off);
        }
    const auto kept = pairs.begin() + static_cast<std::ptrdiff_t>(n / 2);
    std::partial_sort(pairs.begin(), kept, end);
    return std::accumulate(pairs.begin(), kept, 0.0);
}

} // namespace mdsim
