// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/stencil.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "cpu/list_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Key = std::tuple<std::int64_t, int, int, int>;

Key key_of(const CellImage& hit) { return {hit.cell, hit.image.x, hit.image.y, hit.image.z}; }

Vec3<int> unwrapped(const CellGrid& grid, const CellImage& hit) {
    const Vec3<int> c = grid.coordinates(hit.cell);
    return {c.x + hit.image.x * grid.count.x, c.y + hit.image.y * grid.count.y,
            c.z + hit.image.z * grid.count.z};
}

/// The cell image that holds a point given in unwrapped fractions.
CellImage holder(const CellGrid& grid, const Vec3<double>& s) {
    CellImage hit;
    Vec3<int> c;
    for (int d = 0; d < 3; ++d) {
        hit.image[d] = static_cast<int>(std::floor(s[d]));
        c[d] = std::min(grid.count[d] - 1, static_cast<int>((s[d] - hit.image[d]) * grid.count[d]));
    }
    hit.cell = grid.index(c);
    return hit;
}

struct Case {
    Box box;
    CellGrid grid;
    double range;
};

std::vector<Case> all_cases() {
    return {{box_of({12, 12, 12}), {{4, 4, 4}}, 2.8},
            {box_of({3, 3.5, 4}), {{1, 1, 1}}, 2.8},
            {box_of({3, 3.5, 4}), {{2, 1, 3}}, 7.7},
            {box_of({9, 8, 10}, {3, -4, 2}), {{3, 2, 4}}, 2.8},
            {box_of({4, 4, 4}, {1.9, -1.9, 1.9}), {{2, 2, 1}}, 5.0},
            {box_of({6, 6, 30}), {{2, 2, 12}}, 3.3}};
}

} // namespace

TEST_CASE("a stencil finds every cell image within range, each once and in grid order",
          "[stencil]") {
    for (const Case& one : all_cases()) {
        const Stencil stencil(one.grid, one.box, one.range);
        std::vector<CellImage> found;
        for (std::int64_t cell = 0; cell < one.grid.total(); ++cell) {
            const Vec3<int> c = one.grid.coordinates(cell);
            FractionRegion tile;
            for (int d = 0; d < 3; ++d) {
                tile.low[d] = (c[d] + 0.2) / one.grid.count[d];
                tile.high[d] = (c[d] + 0.9) / one.grid.count[d];
            }
            stencil.near(cell, tile, found);
            std::set<Key> keys;
            Vec3<int> before{-1000, -1000, -1000};
            for (const CellImage& hit : found) {
                keys.insert(key_of(hit));
                const Vec3<int> u = unwrapped(one.grid, hit);
                CHECK(std::tie(before.z, before.y, before.x) < std::tie(u.z, u.y, u.x));
                before = u;
            }
            CHECK(keys.size() == found.size());
            for (std::uint64_t k = 0; k < 500; ++k) {
                Vec3<double> inside;
                Vec3<double> way;
                for (int d = 0; d < 3; ++d) {
                    const auto n = 6 * k + static_cast<std::uint64_t>(d);
                    inside[d] = tile.low[d] + (tile.high[d] - tile.low[d]) * uniform(3, n);
                    way[d] = 2 * uniform(3, n + 3) - 1;
                }
                const double length = std::sqrt(dot(way, way));
                if (length > 1) continue;
                const Vec3<double> there =
                    inside + (0.999 * one.range / length * way) * inverse(one.box.edges);
                CHECK(keys.count(key_of(holder(one.grid, there))) == 1);
            }
        }
    }
}

TEST_CASE("a stencil reaches a cell that begins just within range, and none beyond", "[stencil]") {
    const CellGrid grid{{5, 5, 5}}; // cells of 3
    const Vec3<int> c{2, 2, 2};
    const FractionRegion tile{{2.2 / 5, 2.2 / 5, 2.2 / 5}, {2.9 / 5, 2.9 / 5, 2.9 / 5}};
    for (int d = 0; d < 3; ++d) {
        const auto reaches = [&](int off, double range) {
            Vec3<int> there = c;
            there[d] += off;
            std::vector<CellImage> found;
            Stencil(grid, box_of({15, 15, 15}), range).near(grid.index(c), tile, found);
            return std::any_of(found.begin(), found.end(),
                               [&](const CellImage& hit) { return hit.cell == grid.index(there); });
        };
        CHECK(reaches(2, 3.3001));
        CHECK_FALSE(reaches(2, 3.2999));
        CHECK(reaches(-2, 3.6001));
        CHECK_FALSE(reaches(-2, 3.5999));
    }
}

TEST_CASE("a stencil has no images across open faces", "[stencil]") {
    const CellGrid grid{{3, 3, 3}};
    const Stencil stencil(grid, box_of({6, 6, 6}, {0, 0, 0}, {true, false, true}), 5.0);
    std::vector<CellImage> found;
    stencil.near(0, {{0, 0, 0}, {0.3, 0.3, 0.3}}, found);
    REQUIRE(!found.empty());
    for (const CellImage& hit : found) CHECK(hit.image.y == 0);
}

TEST_CASE("nearest images suffice only where the box is wide", "[stencil]") {
    const auto suffices = [](double edge, int cells) {
        return Stencil({{cells, cells, cells}}, box_of({edge, edge, edge}), 2.8)
            .nearest_images_suffice();
    };
    CHECK(suffices(30, 10));
    CHECK(suffices(12, 4));
    CHECK_FALSE(suffices(5.6, 2));
    CHECK_FALSE(suffices(12, 1));
}

TEST_CASE("nearest images suffice at open faces only where no cell in range is behind them",
          "[stencil]") {
    const auto suffices = [](int cells, std::array<bool, 3> periodic) {
        return Stencil({{10, 10, cells}}, box_of({30, 30, 30}, {0, 0, 0}, periodic), 2.8)
            .nearest_images_suffice();
    };
    CHECK(suffices(2, {true, true, true}));
    CHECK(suffices(2, {false, false, true}));
    CHECK_FALSE(suffices(2, {true, true, false}));
    CHECK(suffices(3, {true, true, false}));
}
