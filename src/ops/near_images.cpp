// SPDX-License-Identifier: BSD-3-Clause
#include "ops/near_images.hpp"

#include "core/contract.hpp"

namespace mdsim {

bool near_at_several_images(const CellGrid& grid, const Box& box, double range) {
    MDSIM_EXPECT(range >= 0 && grid.total() > 0);
    // For atoms to move between two rebuilds, in ranges and in boxes.
    constexpr double drift_ranges = 0.25;
    constexpr double drift_boxes = 0.01;
    const Vec3<double> heights = box.heights();
    for (int d = 0; d < 3; ++d) {
        const double farthest = 1.0 / grid.count[d] + (1 + drift_ranges) * range / heights[d];
        if (farthest + drift_boxes >= 0.5) return true;
    }
    return false;
}

} // namespace mdsim
