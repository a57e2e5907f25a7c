// SPDX-License-Identifier: BSD-3-Clause

#include "core/contract.hpp"
#include "domain/partition_makers.hpp"

namespace mdsim {

std::vector<RankGrid> rank_grids(int ranks) {
    std::vector<RankGrid> grids;
    for (int px = 1; px <= ranks; ++px) {
        if (ranks % px != 0) continue;
        const int rest = ranks / px;
        for (int py = 1; py <= rest; ++py)
            if (rest % py == 0) grids.push_back({px, py, rest / py});
    }
    return grids;
}

std::vector<Brick> regular_bricks(const CellGrid& grid, const RankGrid& ranks) {
    MDSIM_REQUIRE(ranks[0] >= 1 && ranks[1] >= 1 && ranks[2] >= 1);
    auto cut = [](int cells, int part, int parts) {
        return static_cast<int>(std::int64_t{cells} * part / parts);
    };
    std::vector<Brick> bricks;
    for_each_cell({{0, 0, 0}, {ranks[0], ranks[1], ranks[2]}}, [&](const Vec3<int>& r) {
        Brick brick;
        for (int d = 0; d < 3; ++d) {
            const int parts = ranks[static_cast<std::size_t>(d)];
            brick.lo[d] = cut(grid.count[d], r[d], parts);
            brick.hi[d] = cut(grid.count[d], r[d] + 1, parts);
        }
        bricks.push_back(brick);
    });
    return bricks;
}

} // namespace mdsim
