// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <cmath>

#include "domain/cell_grid.hpp"
#include "domain/domain_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

bool is_smooth(int n) {
    while (n % 2 == 0) n /= 2;
    while (n % 3 == 0) n /= 3;
    return n == 1;
}

} // namespace

TEST_CASE("index and coordinates of a grid are inverse, x fastest") {
    const CellGrid grid{{3, 4, 5}};
    REQUIRE(grid.total() == 60);
    for (std::int64_t cell = 0; cell < grid.total(); ++cell)
        CHECK(grid.index(grid.coordinates(cell)) == cell);
    CHECK(grid.coordinates(1) == Vec3<int>{1, 0, 0});
    CHECK(grid.coordinates(3) == Vec3<int>{0, 1, 0});
    const CellGrid large{{4000, 3000, 2000}};
    CHECK(large.coordinates(large.total() - 1) == Vec3<int>{3999, 2999, 1999});
}

TEMPLATE_TEST_CASE("an atom is in the cell whose interval of the edge holds it", "", MixedPrecision,
                   DoublePrecision) {
    const CellGrid grid{{7, 1, 12}};
    for (const Site<TestType>& site : random_sites<TestType>(500, 3)) {
        const Vec3<int> c = grid.coordinates_of(site);
        CHECK(c.x == static_cast<int>(std::floor(to_double(site.x) * 7)));
        CHECK(c.y == 0);
        CHECK(c.z == static_cast<int>(std::floor(to_double(site.z) * 12)));
        CHECK(grid.cell_of(site) == grid.index(c));
    }
}

TEST_CASE("a chosen grid has about the wanted atoms in near-cubic cells of smooth counts") {
    for (const std::int64_t atoms : {4000, 32000, 256000, 1000000, 64000000}) {
        const double edge = std::cbrt(static_cast<double>(atoms) / 0.8442);
        const CellGrid grid = choose_grid(make_box({edge, 0, edge, 0, 0, edge}), 2.8, atoms);
        INFO(atoms << " atoms");
        CHECK(grid.count.x == grid.count.y);
        CHECK(grid.count.x == grid.count.z);
        CHECK(is_smooth(grid.count.x));
        const double per_cell = static_cast<double>(atoms) / static_cast<double>(grid.total());
        CHECK(per_cell > 128 / 2.0);
        CHECK(per_cell < 128 * 2.0);
    }
}

TEST_CASE("cells of a stretched or tilted box are near-cubic in heights") {
    const Box tilted = make_box({40, 30, 35, -20, 15, 90});
    const CellGrid grid = choose_grid(tilted, 2.8, 100000);
    const Vec3<double> h = tilted.heights();
    for (int d = 0; d < 3; ++d) {
        const double aspect = (h[d] / grid.count[d]) / (h[0] / grid.count[0]);
        CHECK(is_smooth(grid.count[d]));
        CHECK(aspect > 0.6);
        CHECK(aspect < 1.7);
    }
}

TEST_CASE("flat, thin, empty and crowded boxes get sensible grids") {
    SECTION("a film one cell thick keeps about the wanted atoms in a cell") {
        const CellGrid grid = choose_grid(make_box({200, 0, 200, 0, 0, 2}), 2.8, 64000);
        CHECK(grid.count.z == 1);
        CHECK(64000.0 / static_cast<double>(grid.total()) > 64);
        CHECK(64000.0 / static_cast<double>(grid.total()) < 256);
    }
    SECTION("a needle is divided along its length only") {
        const CellGrid grid = choose_grid(make_box({500, 0, 3, 0, 0, 3}), 2.8, 4000);
        CHECK(grid.count.y == 1);
        CHECK(grid.count.z == 1);
        CHECK(grid.count.x > 16);
    }
    SECTION("few atoms make one cell") {
        CHECK(choose_grid(make_box({9, 0, 9, 0, 0, 9}), 3, 0).total() == 1);
    }
    SECTION("cells stay thicker than about a third of the range") {
        const CellGrid grid = choose_grid(make_box({30, 0, 30, 0, 0, 30}), 9.0, 100000000);
        CHECK(30.0 / grid.count.x > 9.0 / 3 / 1.25);
    }
}
