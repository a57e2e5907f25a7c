// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/stencil.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "cpu/atom_blocks.hpp"

namespace mdsim {

namespace {

/// A factor on the range, so that the rounding of distances never drops a cell.
constexpr double safety = 1 + 1e-9;

/// How far atoms may move between two rebuilds while nearest images suffice: a part of the list
/// range and a part of the box.
constexpr double drift_ranges = 0.25;
constexpr double drift_boxes = 0.01;

[[maybe_unused]] bool is_ordered(const FractionRegion& region) {
    return region.low.x <= region.high.x && region.low.y <= region.high.y &&
           region.low.z <= region.high.z;
}

int floor_divide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

} // namespace

Stencil::Stencil(const CellGrid& grid, const Box& box, double range)
    : grid_(grid), heights_(box.heights()), periodic_(box.periodic),
      orthorhombic_(box.orthorhombic()), range_(range * safety) {
    MDSIM_EXPECT(range > 0);
    for (int d = 0; d < 3; ++d) {
        const double cells = box.periodic[static_cast<std::size_t>(d)] ? 0.5 : 1.0;
        const double farthest = cells / grid.count[d] + (1 + drift_ranges) * range_ / heights_[d];
        const bool enough = farthest + drift_boxes < 0.5;
        nearest_images_suffice_ = nearest_images_suffice_ && enough;
        const bool once = 1.0 / grid.count[d] + range_ / heights_[d] < 0.5;
        cells_may_repeat_ = cells_may_repeat_ || !once;
    }
}

BlockQuery Stencil::near_blocks(const FractionRegion& region) const {
    MDSIM_EXPECT(is_ordered(region));
    BlockQuery query;
    double slack = 0;
    for (int d = 0; d < 3; ++d) {
        query.low[d] = static_cast<float>(region.low[d]);
        query.high[d] = static_cast<float>(region.high[d]);
        query.height[d] = static_cast<float>(heights_[d]);
        slack = std::max(slack, block_slack * heights_[d]);
    }
    const double limit = range_ * (1 + block_slack) + slack;
    query.distance2 = static_cast<float>(limit * limit);
    query.euclidean = orthorhombic_;
    return query;
}

Stencil::Axis Stencil::axis(int direction, int coordinate, double low, double high) const {
    const int count = grid_.count[direction];
    const double height = heights_[direction];
    const int reach = static_cast<int>(std::ceil(range_ / height * count)) + 1;
    Axis result;
    result.gap2.reserve(2 * static_cast<std::size_t>(reach) + 1);
    bool started = false;
    for (int c = coordinate - reach; c <= coordinate + reach; ++c) {
        if (!periodic_[static_cast<std::size_t>(direction)] && (c < 0 || c >= count)) continue;
        const double cell_low = static_cast<double>(c) / count;
        const double cell_high = static_cast<double>(c + 1) / count;
        const double gap = std::max({0.0, cell_low - high, low - cell_high}) * height;
        if (gap > range_) continue;
        if (!started) result.first = c;
        started = true;
        result.gap2.push_back(gap * gap);
    }
    return result;
}

void Stencil::near(std::int64_t cell, const FractionRegion& tile,
                   std::vector<CellImage>& found) const {
    found.clear();
    const Vec3<int> c = grid_.coordinates(cell);
    MDSIM_EXPECT(is_ordered(tile));
    const Axis x = axis(0, c.x, tile.low.x, tile.high.x);
    const Axis y = axis(1, c.y, tile.low.y, tile.high.y);
    const Axis z = axis(2, c.z, tile.low.z, tile.high.z);
    const double limit2 = range_ * range_;
    const auto split = [this](int direction, int coordinate, int& wrapped, int& image) {
        const int count = grid_.count[direction];
        image = floor_divide(coordinate, count);
        wrapped = coordinate - image * count;
    };
    for (std::size_t k = 0; k < z.gap2.size(); ++k) {
        for (std::size_t j = 0; j < y.gap2.size(); ++j) {
            for (std::size_t i = 0; i < x.gap2.size(); ++i) {
                if (orthorhombic_ && x.gap2[i] + y.gap2[j] + z.gap2[k] > limit2) continue;
                Vec3<int> w;
                CellImage hit;
                split(0, x.first + static_cast<int>(i), w.x, hit.image.x);
                split(1, y.first + static_cast<int>(j), w.y, hit.image.y);
                split(2, z.first + static_cast<int>(k), w.z, hit.image.z);
                hit.cell = grid_.index(w);
                found.push_back(hit);
            }
        }
    }
}

} // namespace mdsim
