// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "core/error.hpp"
#include "domain/choose_partition.hpp"
#include "domain/domain_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A liquid slab in vapour: heavy cells in the middle of z.
std::vector<std::int64_t> slab_weights(const CellGrid& grid) {
    std::vector<std::int64_t> weights;
    for_each_cell({{0, 0, 0}, grid.count}, [&](const Vec3<int>& c) {
        const bool liquid = 3 * c.z >= grid.count.z && 3 * c.z < 2 * grid.count.z;
        weights.push_back(liquid ? 100 + c.x % 3 : 1);
    });
    return weights;
}

double imbalance(const Partition& partition, const CellWeights& weights) {
    return forecast(partition.bricks(), weights, make_box({10, 0, 10, 0, 0, 10}), 1.0).imbalance;
}

} // namespace

TEST_CASE("a partition that overlaps, leaves a gap or leaves the grid is refused") {
    const CellGrid grid{{4, 2, 2}};
    const Brick left{{0, 0, 0}, {2, 2, 2}};
    CHECK_NOTHROW(Partition(grid, {left, {{2, 0, 0}, {4, 2, 2}}}));
    CHECK_NOTHROW(Partition(grid, {left, {{2, 0, 0}, {4, 2, 2}}, Brick{}}));
    CHECK_THROWS_AS(Partition(grid, {left, {{1, 0, 0}, {4, 2, 2}}}), ContractError);
    CHECK_THROWS_AS(Partition(grid, {left, {{3, 0, 0}, {4, 2, 2}}}), ContractError);
    CHECK_THROWS_AS(Partition(grid, {left, {{2, 0, 0}, {5, 2, 2}}}), ContractError);
    CHECK_THROWS_AS(Partition(grid, {}), ContractError);
}

TEST_CASE("every maker covers the grid for any number of ranks") {
    // The constructor of Partition checks the cover; a throw fails the test.
    for (const CellGrid grid :
         {CellGrid{{6, 6, 6}}, CellGrid{{16, 1, 1}}, CellGrid{{1, 1, 1}}, CellGrid{{2, 3, 4}}}) {
        const CellWeights even(grid);
        const CellWeights uneven(grid, slab_weights(grid));
        for (int ranks = 1; ranks <= 64; ++ranks) {
            CHECK(bisection_partition(even, ranks, {1, 1, 1}).ranks() == ranks);
            CHECK(bisection_partition(uneven, ranks, {1, 2, 3}).ranks() == ranks);
            CHECK(random_partition(grid, ranks, 1, static_cast<std::uint64_t>(ranks)).ranks() ==
                  ranks);
            for (const RankGrid& r : rank_grids(ranks)) {
                CHECK(regular_partition(grid, r).ranks() == ranks);
                CHECK(planes_partition(uneven, r).ranks() == ranks);
            }
        }
    }
}

TEST_CASE("owners follow the bricks") {
    const CellGrid grid{{6, 4, 4}};
    const Partition partition = random_partition(grid, 5, 3, 9);
    for_each_cell({{0, 0, 0}, grid.count}, [&](const Vec3<int>& c) {
        CHECK(partition.brick(partition.owner(grid.index(c))).contains(c));
    });
    for (const auto& site : random_sites<MixedPrecision>(100, 4))
        CHECK(partition.owner_of(site) == partition.owner(grid.cell_of(site)));
}

TEST_CASE("sums over blocks of cells agree with adding them up") {
    const CellGrid grid{{5, 3, 4}};
    std::mt19937_64 engine(8);
    std::vector<std::int64_t> weights(60);
    for (std::int64_t& w : weights) w = static_cast<std::int64_t>(engine() % 1000);
    const CellWeights sums(grid, weights);
    for (std::uint64_t n = 0; n < 20; ++n)
        for (const Brick& brick : random_partition(grid, 7, 2, n).bricks()) {
            std::int64_t direct = 0;
            for_each_cell(brick, [&](const Vec3<int>& c) {
                direct += weights[static_cast<std::size_t>(grid.index(c))];
            });
            CHECK(sums.of(brick) == direct);
        }
    // Half of a cell holds half of its weight.
    CHECK(sums.of(Vec3<double>{0.5, 0, 0}, Vec3<double>{1, 1, 0.5}) ==
          Approx(static_cast<double>(weights[0]) / 4));
}

TEST_CASE("equal cells on a smooth grid are shared equally") {
    const CellGrid grid{{24, 24, 24}};
    const CellWeights even(grid);
    for (const int ranks : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64}) {
        INFO(ranks << " ranks");
        CHECK(imbalance(bisection_partition(even, ranks, {1, 1, 1}), even) < 1.001);
    }
    for (const int ranks : {5, 7, 11, 13, 37, 61}) {
        INFO(ranks << " ranks");
        CHECK(imbalance(bisection_partition(even, ranks, {1, 1, 1}), even) < 1.35);
    }
}

TEST_CASE("bisection and planes balance a liquid slab that a regular grid does not") {
    const CellGrid grid{{12, 12, 24}};
    const CellWeights weights(grid, slab_weights(grid));
    for (const int ranks : {2, 3, 4, 5, 8, 16}) {
        INFO(ranks << " ranks");
        CHECK(imbalance(bisection_partition(weights, ranks, {1, 1, 1}), weights) < 1.25);
    }
    CHECK(imbalance(regular_partition(grid, {1, 1, 3}), weights) > 2.5);
    CHECK(imbalance(planes_partition(weights, {1, 1, 4}), weights) < 1.1);
}

TEST_CASE("random partitions differ, repeat, and are empty now and then") {
    const CellGrid grid{{4, 4, 4}};
    CHECK(random_partition(grid, 6, 1, 2) == random_partition(grid, 6, 1, 2));
    int empty = 0;
    int different = 0;
    for (std::uint64_t n = 0; n < 50; ++n) {
        const Partition partition = random_partition(grid, 6, 1, n);
        different += !(partition == random_partition(grid, 6, 1, n + 1));
        for (const Brick& brick : partition.bricks()) empty += brick.empty();
    }
    CHECK(different > 45);
    CHECK(empty > 0);
}

TEST_CASE("the automatic choice is a regular grid of small surface while that is balanced") {
    const CellGrid grid{{24, 24, 24}};
    const Box box = make_box({40, 0, 40, 0, 0, 40});
    const ChosenPartition chosen = choose_partition({}, CellWeights(grid), box, 2.8, 64);
    CHECK(chosen.forecast.layout == LayoutKind::grid);
    CHECK(chosen.forecast.ranks == RankGrid{4, 4, 4});
    CHECK(chosen.forecast.imbalance == 1.0);
    const ChosenPartition seven = choose_partition({}, CellWeights(grid), box, 2.8, 7);
    CHECK(seven.forecast.imbalance < 1.3);
}

TEST_CASE("the automatic choice leaves the regular grid where atoms are uneven") {
    const CellGrid grid{{4, 4, 24}};
    const Box box = make_box({10, 0, 10, 0, 0, 60});
    const CellWeights weights(grid, slab_weights(grid));
    const ChosenPartition chosen = choose_partition({}, weights, box, 2.8, 3);
    CHECK(chosen.forecast.layout != LayoutKind::grid);
    // 8 layers of liquid for 3 ranks: one takes 3.
    CHECK(chosen.forecast.imbalance < 1.15);
    const PartitionForecast regular =
        choose_partition({LayoutKind::grid, {1, 1, 3}}, weights, box, 2.8, 3).forecast;
    CHECK(regular.ranks == RankGrid{1, 1, 3});
    CHECK(regular.imbalance > 2);
    CHECK(choose_partition({LayoutKind::planes, {0, 0, 3}}, weights, box, 2.8, 3).forecast.layout ==
          LayoutKind::planes);
    CHECK_FALSE(rank_grid_exists({2, 0, 0}, 3));
    CHECK(rank_grid_exists({2, 0, 0}, 4));
}

TEST_CASE("the halo forecast counts what surrounds a brick") {
    const CellGrid grid{{4, 4, 4}};
    const CellWeights atoms(grid, std::vector<std::int64_t>(64, 100));
    const Box box = make_box({8, 0, 8, 0, 0, 8});
    SECTION("a layer one cell thick around an inner brick") {
        const PartitionForecast f = forecast(regular_bricks(grid, {2, 2, 2}), atoms, box, 1.0);
        CHECK(f.weight == std::vector<std::int64_t>(8, 800));
        for (const double halo : f.halo) CHECK(halo == Approx(100.0 * (3 * 3 * 3 - 8)));
    }
    SECTION("the other half of the box once where the range wraps around") {
        const PartitionForecast f = forecast(regular_bricks(grid, {2, 1, 1}), atoms, box, 5.0);
        CHECK(f.halo[0] == Approx(3200));
    }
    SECTION("nothing beyond an open face") {
        const Box open = make_box({8, 0, 8, 0, 0, 8}, {false, false, false});
        const PartitionForecast f = forecast(regular_bricks(grid, {2, 1, 1}), atoms, open, 1.0);
        CHECK(f.halo[0] == Approx(100.0 * 0.5 * 16));
    }
}
