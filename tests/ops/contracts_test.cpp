// SPDX-License-Identifier: BSD-3-Clause
// Contracts of ops and of state, broken one by one; they stand in debug builds.
#include "ops/batch_samples.hpp"
#include "ops/delivery_plan.hpp"
#include "ops/list_settings.hpp"
#include "ops/pair_histogram.hpp"
#include "state/atom_labels.hpp"
#include "state/brick_range.hpp"
#include "state/cell_grid.hpp"
#include "state/id_block.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("as many labels are listed as a block has ids", "[contract]") {
    CHECK_THROWS_WITH(AtomLabels::listed({0, 3}, {1, 2}), ContainsSubstring("block.size()"));
    CHECK_THROWS_WITH(AtomLabels().list(), ContainsSubstring("!in_order()"));
}

#ifndef NDEBUG
TEST_CASE("cells are those of the grid", "[contract]") {
    const CellGrid grid{{2, 3, 4}};
    CHECK_THROWS_WITH(grid.index({2, 0, 0}), ContainsSubstring("contains(c)"));
    CHECK_THROWS_WITH(grid.coordinates(24), ContainsSubstring("cell < total()"));
    CHECK_THROWS_WITH(BrickRange({{0, 0, 0}, {3, 3, 4}}, grid, {4, 4, 4}, 1.0, true),
                      ContainsSubstring("brick.is_inside(grid)"));
}

TEST_CASE("an id has a holder only if there is such an atom", "[contract]") {
    CHECK_THROWS_WITH(IdBlock::holder(10, 10, 3), ContainsSubstring("id < total"));
    CHECK_THROWS_WITH(IdBlock::of(10, 3, 3), ContainsSubstring("part < parts"));
}

TEST_CASE("histograms are merged with their like", "[contract]") {
    PairHistogram histogram(2.0, 10, 1);
    CHECK_THROWS_WITH(histogram.merge(PairHistogram(3.0, 10, 1)),
                      ContainsSubstring("range == other.range"));
    CHECK_THROWS_WITH(histogram.add(1, 0, 0.5), ContainsSubstring("a < types"));
}

TEST_CASE("samples of a batch come in their order", "[contract]") {
    BatchSamples samples;
    REQUIRE(samples.add(10));
    CHECK_THROWS_WITH(samples.add(10), ContainsSubstring("step > first"));
}

TEST_CASE("lists go beyond cutoffs, and cells are sorted by peer", "[contract]") {
    CHECK_THROWS_WITH(ListSettings{}.range(-1), ContainsSubstring("cutoff >= 0"));
    CHECK_THROWS_WITH(first_of_peers({{1, 0}, {0, 0}}, 2), ContainsSubstring("a.peer < b.peer"));
}
#endif
