// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "domain/cell_grid.hpp"
#include "state/brick.hpp"

namespace mdsim {

/// Which rank owns which cell: one brick a rank, known to every rank.
class Partition {
  public:
    /// Throws ContractError unless the bricks cover the grid and no two overlap.
    Partition(const CellGrid& grid, std::vector<Brick> bricks);

    const CellGrid& grid() const { return grid_; }
    int ranks() const { return static_cast<int>(bricks_.size()); }
    const Brick& brick(Rank rank) const { return bricks_[static_cast<std::size_t>(rank)]; }
    const std::vector<Brick>& bricks() const& { return bricks_; }
    std::vector<Brick> bricks() && { return std::move(bricks_); }

    Rank owner(std::int64_t cell) const { return owner_[static_cast<std::size_t>(cell)]; }
    template <class P> Rank owner_of(const Site<P>& site) const {
        return owner(grid_.cell_of(site));
    }

    /// The memory held [bytes].
    std::size_t bytes() const {
        return owner_.capacity() * sizeof(std::int32_t) + bricks_.capacity() * sizeof(Brick);
    }

    friend bool operator==(const Partition& a, const Partition& b) {
        return a.grid_ == b.grid_ && a.bricks_ == b.bricks_;
    }

  private:
    CellGrid grid_;
    std::vector<Brick> bricks_;
    std::vector<std::int32_t> owner_;
};

} // namespace mdsim
