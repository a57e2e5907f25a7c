// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>

#include "domain/cell_grid.hpp"
#include "domain/domain_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

bool is_smooth(int n) {
    for (const int factor : {2, 3, 5, 7}) {
        while (n % factor == 0) n /= factor;
    }
    return n == 1;
}

double atoms_per_cell(const CellGrid& grid, std::int64_t atoms) {
    return static_cast<double>(atoms) / static_cast<double>(grid.total());
}

} // namespace

TEST_CASE("cells of a liquid hold two to eight tiles of which few lanes are empty") {
    for (const std::int64_t atoms : {32000, 256000, 2048000, 16384000}) {
        const int tile = atoms < 100000 ? 64 : 256;
        const double edge = std::cbrt(static_cast<double>(atoms) / 0.8442);
        const CellGrid grid =
            choose_tiled_grid(make_box({edge, 0, edge, 0, 0, edge}), 3.0, atoms, tile);
        INFO(atoms << " atoms, " << grid.count.x << " " << grid.count.y << " " << grid.count.z);
        const double tiles = atoms_per_cell(grid, atoms) / tile;
        CHECK(tiles >= 2);
        CHECK(tiles < 8);
        CHECK(tiles / std::ceil(tiles) > 0.93);
        const Vec3<int> n = grid.count;
        for (const int count : {n.x, n.y, n.z}) {
            CHECK(is_smooth(count));
            CHECK((count <= 3 || count % 2 == 0));
        }
        CHECK(std::max({n.x, n.y, n.z}) <= 2 * std::min({n.x, n.y, n.z}));
    }
}

TEST_CASE("a grid for tiles exists for every box") {
    CHECK(choose_tiled_grid(make_box({9, 0, 9, 0, 0, 9}), 3, 0, 256).total() >= 1);
    CHECK(choose_tiled_grid(make_box({9, 0, 9, 0, 0, 9}), 3, 500, 256).total() >= 1);
    const CellGrid flat = choose_tiled_grid(make_box({200, 0, 200, 0, 0, 2}), 2.8, 64000, 64);
    CHECK(flat.count.z <= 2);
    CHECK(atoms_per_cell(flat, 64000) >= 64);
    const CellGrid tilted =
        choose_tiled_grid(make_box({40, 30, 35, -20, 15, 90}), 2.8, 100000, 128);
    CHECK(tilted.count.z > tilted.count.x);
}
