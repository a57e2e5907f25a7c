// SPDX-License-Identifier: BSD-3-Clause
#include "state/cell_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// An interval of cells along one edge, cut into parts of about the same width.
class Parts {
  public:
    Parts(std::pair<int, int> range, int width)
        : first_(range.first), extent_(range.second - range.first + 1),
          parts_(std::max(1, static_cast<int>(std::lround(double(extent_) / width)))) {}

    std::int64_t of(int c) const { return std::int64_t{c - first_} * parts_ / extent_; }
    std::int64_t count() const { return parts_; }

  private:
    int first_;
    int extent_;
    int parts_;
};

/// The parts that a coordinate of these cells is cut into.
Parts parts_along(int Vec3<int>::*axis, const CellGrid& grid,
                  const std::vector<std::int64_t>& cells, int width) {
    std::pair<int, int> range{grid.count.*axis, -1};
    for (const std::int64_t cell : cells) {
        const int c = grid.coordinates(cell).*axis;
        range = {std::min(range.first, c), std::max(range.second, c)};
    }
    return {range, width};
}

} // namespace

std::vector<std::int64_t> in_columns(const CellGrid& grid, std::vector<std::int64_t> cells,
                                     int width) {
    if (cells.empty()) return cells;
    MDSIM_EXPECT(width > 0);
    const Parts x = parts_along(&Vec3<int>::x, grid, cells, width);
    const Parts y = parts_along(&Vec3<int>::y, grid, cells, width);
    std::vector<std::pair<std::int64_t, std::int64_t>> keyed; // the column, then the cell
    for (const std::int64_t cell : cells) {
        const Vec3<int> c = grid.coordinates(cell);
        keyed.emplace_back(x.of(c.x) + x.count() * y.of(c.y), cell);
    }
    std::sort(keyed.begin(), keyed.end());
    std::transform(keyed.begin(), keyed.end(), cells.begin(),
                   [](const auto& k) { return k.second; });
    return cells;
}

} // namespace mdsim
