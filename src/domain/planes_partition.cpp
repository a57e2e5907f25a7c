// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdlib>

#include "core/contract.hpp"
#include "domain/partition_makers.hpp"

namespace mdsim {

namespace {

/// The slab of cells [lo, hi) across direction d.
Brick slab(const CellGrid& grid, int d, int lo, int hi) {
    Brick brick{{0, 0, 0}, grid.count};
    brick.lo[d] = lo;
    brick.hi[d] = hi;
    return brick;
}

/// Where the planes across direction d stand, the two faces of the box included.
std::vector<int> planes(const CellWeights& weights, int d, int parts) {
    const int cells = weights.grid().count[d];
    const CellWeights& w = weights;
    auto below = [&](int plane) { return w.of(slab(w.grid(), d, 0, plane)); };
    std::vector<int> cuts{0};
    int plane = 0;
    for (int k = 1; k < parts; ++k) {
        // The nearest plane to the k-th equal share; every part keeps a cell while cells suffice.
        const int least = cells >= parts ? cuts.back() + 1 : cuts.back();
        const int most = cells >= parts ? cells - (parts - k) : cells;
        const std::int64_t share = w.total() / parts * k + w.total() % parts * k / parts;
        plane = std::clamp(plane, least, most);
        while (plane < most &&
               std::llabs(below(plane + 1) - share) < std::llabs(below(plane) - share))
            ++plane;
        cuts.push_back(plane);
    }
    cuts.push_back(cells);
    return cuts;
}

} // namespace

std::vector<Brick> planes_bricks(const CellWeights& weights, const RankGrid& ranks) {
    MDSIM_REQUIRE(ranks[0] >= 1 && ranks[1] >= 1 && ranks[2] >= 1);
    if (weights.total() == 0) return regular_bricks(weights.grid(), ranks);
    std::array<std::vector<int>, 3> cuts;
    for (int d = 0; d < 3; ++d)
        cuts[static_cast<std::size_t>(d)] = planes(weights, d, ranks[static_cast<std::size_t>(d)]);
    std::vector<Brick> bricks;
    for_each_cell({{0, 0, 0}, {ranks[0], ranks[1], ranks[2]}}, [&](const Vec3<int>& r) {
        Brick brick;
        for (int d = 0; d < 3; ++d) {
            const std::vector<int>& cut = cuts[static_cast<std::size_t>(d)];
            brick.lo[d] = cut[static_cast<std::size_t>(r[d])];
            brick.hi[d] = cut[static_cast<std::size_t>(r[d]) + 1];
        }
        bricks.push_back(brick);
    });
    return bricks;
}

} // namespace mdsim
