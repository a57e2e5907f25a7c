// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "domain/partition.hpp"

namespace mdsim {

/// Sums of a weight per cell (atoms, or measured cost) over any block of cells, in constant time.
///
/// Integers, so that every rank finds the same sums; the total must stay below 2^63.
class CellWeights {
  public:
    /// One weight, not negative, a cell of the grid, in grid order.
    CellWeights(const CellGrid& grid, std::span<const std::int64_t> weights);
    /// The same weight everywhere.
    explicit CellWeights(const CellGrid& grid);

    const CellGrid& grid() const { return grid_; }
    std::int64_t total() const { return below(grid_.count); }
    std::int64_t of(const Brick& brick) const;

    /// The weight of a block with ends inside cells, each cell taken as uniform; ends in cells.
    double of(const Vec3<double>& lo, const Vec3<double>& hi) const;

  private:
    std::int64_t below(const Vec3<int>& c) const {
        const Vec3<std::int64_t> n{grid_.count.x + 1, grid_.count.y + 1, grid_.count.z + 1};
        return sums_[static_cast<std::size_t>(c.x + n.x * (c.y + n.y * c.z))];
    }
    double below(const Vec3<double>& c) const;
    void accumulate();

    CellGrid grid_;
    std::vector<std::int64_t> sums_; ///< over all cells below a corner in every direction
};

} // namespace mdsim
