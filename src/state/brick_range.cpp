// SPDX-License-Identifier: BSD-3-Clause
#include "state/brick_range.hpp"

#include "core/contract.hpp"

namespace mdsim {

BrickRange::BrickRange(const Brick& brick, const CellGrid& grid, const Vec3<double>& heights,
                       double range, bool right_angles)
    : euclidean(right_angles) {
    constexpr std::int64_t whole = std::int64_t{1} << 32;
    MDSIM_EXPECT(range > 0 && !brick.empty());
    MDSIM_EXPECT(brick.is_inside(grid));
    for (int d = 0; d < 3; ++d) {
        const std::int64_t lo = brick.lo[d] * whole / grid.count[d];
        const std::int64_t hi = (brick.hi[d] * whole + grid.count[d] - 1) / grid.count[d];
        first[d] = static_cast<std::uint32_t>(lo);
        width[d] = static_cast<std::uint32_t>(hi - lo >= whole ? whole - 1 : hi - lo);
        weight[d] = static_cast<float>(heights[d] / (range * static_cast<double>(whole)));
    }
}

} // namespace mdsim
