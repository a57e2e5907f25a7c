// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <algorithm>
#include <set>

#include "domain/domain_cases.hpp"
#include "domain/halo_region.hpp"
#include "domain/partition_makers.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("seen cells are in global order, each once, none of the brick's own") {
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const Vec3<int> range = range_in_cells(g.grid, g.box, g.range);
        const Partition partition = random_partition(g.grid, 5, 6, 1);
        for (const Brick& brick : partition.bricks()) {
            const auto seen = seen_cells(g.grid, brick, range, g.box.periodic);
            CHECK(std::is_sorted(seen.begin(), seen.end()));
            CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
            for (const std::int64_t cell : seen)
                CHECK_FALSE(brick.contains(g.grid.coordinates(cell)));
            if (brick.empty()) CHECK(seen.empty());
        }
    }
}

TEST_CASE("seen cells of a small case, by hand") {
    const CellGrid grid{{5, 1, 1}};
    const Brick brick{{0, 0, 0}, {1, 1, 1}};
    using Cells = std::vector<std::int64_t>;
    CHECK(seen_cells(grid, brick, {1, 1, 1}, {true, true, true}) == Cells{1, 4});
    CHECK(seen_cells(grid, brick, {1, 1, 1}, {false, true, true}) == Cells{1});
    CHECK(seen_cells(grid, brick, {2, 0, 0}, {true, true, true}) == Cells{1, 2, 3, 4});
    CHECK(seen_cells(grid, brick, {99, 99, 99}, {true, true, true}) == Cells{1, 2, 3, 4});
}

TEST_CASE("one cell sees another exactly if it is seen by it") {
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const Vec3<int> range = range_in_cells(g.grid, g.box, g.range);
        std::vector<std::set<std::int64_t>> seen;
        for_each_cell({{0, 0, 0}, g.grid.count}, [&](const Vec3<int>& c) {
            const auto cells =
                seen_cells(g.grid, {c, c + Vec3<int>{1, 1, 1}}, range, g.box.periodic);
            seen.emplace_back(cells.begin(), cells.end());
        });
        std::int64_t one_sided = 0;
        for (std::size_t a = 0; a < seen.size(); ++a)
            for (const std::int64_t b : seen[a])
                one_sided +=
                    seen[static_cast<std::size_t>(b)].count(static_cast<std::int64_t>(a)) == 0;
        CHECK(one_sided == 0);
        // A brick sees what its cells see.
        for (const Brick& brick : random_partition(g.grid, 4, 5, 2).bricks()) {
            std::set<std::int64_t> joint;
            for_each_cell(brick, [&](const Vec3<int>& c) {
                const auto& s = seen[static_cast<std::size_t>(g.grid.index(c))];
                joint.insert(s.begin(), s.end());
            });
            std::vector<std::int64_t> outside;
            for (const std::int64_t cell : joint)
                if (!brick.contains(g.grid.coordinates(cell))) outside.push_back(cell);
            CHECK(seen_cells(g.grid, brick, range, g.box.periodic) == outside);
        }
    }
}

TEMPLATE_TEST_CASE("no atom within range of an atom of a brick is missed, at any image", "",
                   MixedPrecision, DoublePrecision) {
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const auto sites = random_sites<TestType>(220, 21);
        const Vec3<int> range = range_in_cells(g.grid, g.box, g.range);
        for (std::uint64_t n = 0; n < 3; ++n)
            for (const Brick& brick : random_partition(g.grid, 4, 31, n).bricks()) {
                const RangeTest near(g.grid, g.box, g.range, brick);
                const HaloRegion region(g.grid, brick, range, g.box.periodic);
                std::int64_t missed = 0;
                for (const auto& a : sites)
                    for (const auto& b : sites)
                        if (brick.contains(g.grid.coordinates_of(a)) &&
                            nearest_distance(g.box, a, b) <= g.range)
                            missed += !near(b) || !region.contains(g.grid.coordinates_of(b));
                CHECK(missed == 0);
            }
    }
}

TEMPLATE_TEST_CASE("atoms at the last bit around faces are not missed", "", MixedPrecision,
                   DoublePrecision) {
    using Fraction = typename TestType::Fraction;
    using Bits = std::make_unsigned_t<Fraction>;
    const CellGrid grid{{3, 3, 3}};
    const Box box = make_box({9, 0, 9, 0, 0, 9});
    // The brick is the middle third; the range ends in the middle of the first and the last third.
    const Brick brick{{1, 1, 1}, {2, 2, 2}};
    const RangeTest near(grid, box, 1.5, brick);
    const Bits third = static_cast<Bits>(~Bits{0} / 3);
    const Bits middle = static_cast<Bits>(Bits{1} << (fraction_bits<Fraction> - 1));
    const Bits sixth = third / 2;
    auto at = [&](Bits x) {
        return Site<TestType>{static_cast<Fraction>(x), static_cast<Fraction>(middle),
                              static_cast<Fraction>(middle), 0};
    };
    const Bits step = static_cast<Bits>(Bits{1} << (fraction_bits<Fraction> - 32));
    CHECK(near(at(sixth + 2)));
    CHECK(near(at(static_cast<Bits>(0) - sixth - 2)));
    CHECK(near(at(third)));
    CHECK(near(at(middle)));
    CHECK_FALSE(near(at(static_cast<Bits>(sixth - 8 * step))));
    CHECK_FALSE(near(at(static_cast<Bits>(Bits{0} - sixth + 8 * step))));
    CHECK_FALSE(near(at(0)));
}

TEST_CASE("the range test keeps to the rounded corners of an orthorhombic box") {
    const CellGrid grid{{4, 4, 4}};
    const Box box = make_box({40, 0, 40, 0, 0, 40});
    const Brick brick{{1, 1, 1}, {3, 3, 3}};
    const RangeTest near(grid, box, 5, brick);
    auto at = [](double x, double y, double z) {
        return Site<MixedPrecision>{to_fixed_fraction<std::int32_t>(x / 40),
                                    to_fixed_fraction<std::int32_t>(y / 40),
                                    to_fixed_fraction<std::int32_t>(z / 40), 0};
    };
    CHECK(near(at(6, 7.01, 20)));
    CHECK_FALSE(near(at(6, 6.9, 20)));
    CHECK_FALSE(near(at(4.9, 20, 20)));
    CHECK(near(at(5.01, 20, 20)));
    CHECK_FALSE(near(at(5.5, 5.5, 5.5)));
    CHECK_FALSE(RangeTest(grid, box, 50, Brick{})(at(1, 1, 1)));
}

TEST_CASE("a range counts cells by heights") {
    const Box box = make_box({10, 0, 10, 0, 0, 10});
    CHECK(range_in_cells({{4, 4, 4}}, box, 2.4) == Vec3<int>{1, 1, 1});
    CHECK(range_in_cells({{5, 4, 1}}, box, 2.4) == Vec3<int>{2, 1, 1});
    CHECK(range_in_cells({{10, 1, 1}}, box, 2.4) == Vec3<int>{3, 1, 1});
}
