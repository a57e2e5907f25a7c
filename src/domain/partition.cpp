// SPDX-License-Identifier: BSD-3-Clause
#include "domain/partition.hpp"

#include <utility>

#include "core/contract.hpp"

namespace mdsim {

Partition::Partition(const CellGrid& grid, std::vector<Brick> bricks)
    : grid_(grid), bricks_(std::move(bricks)), owner_(static_cast<std::size_t>(grid.total()), -1) {
    std::int64_t covered = 0;
    for (std::size_t r = 0; r < bricks_.size(); ++r) {
        const Brick& brick = bricks_[r];
        if (brick.empty()) continue;
        for (int d = 0; d < 3; ++d)
            MDSIM_REQUIRE(brick.lo[d] >= 0 && brick.hi[d] <= grid_.count[d]);
        for_each_cell(brick, [&](const Vec3<int>& c) {
            std::int32_t& owner = owner_[static_cast<std::size_t>(grid_.index(c))];
            MDSIM_REQUIRE(owner == -1);
            owner = static_cast<std::int32_t>(r);
        });
        covered += brick.cells();
    }
    MDSIM_REQUIRE(covered == grid_.total());
}

} // namespace mdsim
