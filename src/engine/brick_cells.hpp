// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "domain/partition.hpp"
#include "state/cell_grid.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Numbers the cells of one brick in global order.
class BrickCells {
  public:
    /// Stands for a cell outside the brick.
    static constexpr std::uint32_t elsewhere = ~std::uint32_t{0};

    BrickCells(const CellGrid& grid, const Brick& brick) : grid_(grid), brick_(brick) {
        MDSIM_EXPECT(brick.is_inside(grid));
    }

    /// The number of the cell that holds an atom, or elsewhere.
    template <class P> std::uint32_t of(const Site<P>& site) const {
        const Vec3<int> c = grid_.coordinates_of(site);
        if (!brick_.contains(c)) return elsewhere;
        const auto row = std::int64_t{brick_.extent(1)} * (c.z - brick_.lo.z) + (c.y - brick_.lo.y);
        return static_cast<std::uint32_t>(row * brick_.extent(0) + (c.x - brick_.lo.x));
    }

    /// All cells of the brick in global order, without atoms.
    std::vector<LocalCell> empty_runs() const {
        std::vector<LocalCell> runs;
        runs.reserve(static_cast<std::size_t>(brick_.cells()));
        for_each_cell(brick_, [&](const Vec3<int>& c) {
            runs.push_back({grid_.index(c), 0, 0, true});
        });
        return runs;
    }

  private:
    CellGrid grid_;
    Brick brick_;
};

} // namespace mdsim
