// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "state/brick.hpp"
#include "state/cell_columns.hpp"

using namespace mdsim;

namespace {

std::vector<std::int64_t> cells_of(const CellGrid& grid, const Brick& brick) {
    std::vector<std::int64_t> cells;
    for_each_cell(brick, [&](const Vec3<int>& c) { cells.push_back(grid.index(c)); });
    return cells;
}

/// The most cells between one and the next along z.
std::int64_t longest_way_up(const CellGrid& grid, const std::vector<std::int64_t>& cells) {
    std::vector<std::int64_t> place(static_cast<std::size_t>(grid.total()), -1);
    for (std::size_t k = 0; k < cells.size(); ++k)
        place[static_cast<std::size_t>(cells[k])] = static_cast<std::int64_t>(k);
    std::int64_t longest = 0;
    for (const std::int64_t cell : cells) {
        Vec3<int> above = grid.coordinates(cell);
        if (++above.z == grid.count.z) continue;
        const std::int64_t next = place[static_cast<std::size_t>(grid.index(above))];
        const std::int64_t mine = place[static_cast<std::size_t>(cell)];
        if (next >= 0) longest = std::max(longest, std::abs(next - mine));
    }
    return longest;
}

} // namespace

TEST_CASE("columns hold the same cells, and planes of them follow each other soon") {
    const CellGrid grid{{25, 22, 9}};
    const Brick bricks[] = {{{0, 0, 0}, {25, 22, 9}}, {{3, 1, 2}, {24, 20, 9}}};
    for (const Brick& brick : bricks) {
        const auto cells = cells_of(grid, brick);
        auto ordered = in_columns(grid, cells, 8);
        CHECK(longest_way_up(grid, cells) == brick.extent(0) * brick.extent(1));
        CHECK(longest_way_up(grid, ordered) <= 9 * 9);
        CHECK(ordered != cells);
        std::sort(ordered.begin(), ordered.end());
        CHECK(ordered == cells);
    }
}

TEST_CASE("where one column holds all cells they are in the order of the grid") {
    const CellGrid grid{{17, 11, 30}};
    auto cells = cells_of(grid, {{0, 0, 0}, {17, 11, 30}});
    CHECK(in_columns(grid, cells, 12) == cells);
    std::vector<std::int64_t> reversed(cells.rbegin(), cells.rend());
    CHECK(in_columns(grid, reversed, 12) == cells);
    CHECK(in_columns(grid, {}, 12).empty());
    CHECK(in_columns(grid, {7}, 1) == std::vector<std::int64_t>{7});
}
