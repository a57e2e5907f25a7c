// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include "cpu/atom_runs.hpp"
#include "cpu/stencil.hpp"
#include "cpu/tile_builder.hpp"
#include "ops/canonical_order.hpp"
#include "ops/pair_driver.hpp"
#include "support/catch.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("tiles hold atoms", "[contract]") {
    CHECK_THROWS_WITH(TileBuilder<MixedPrecision>(0), ContainsSubstring("tile_target > 0"));
    CHECK_THROWS_WITH(TileCut::of(5, 0), ContainsSubstring("target > 0"));
    CHECK_THROWS_WITH(TileCut::of(5, 32).begin(2), ContainsSubstring("t <= tiles"));
}

TEST_CASE("forces are asked for where lists have been built", "[contract]") {
    const ForceField field = argon();
    PairDriver<MixedPrecision> driver(field, {0.3, 0, 32});
    Particles<MixedPrecision, Host> none;
    CHECK_THROWS_WITH(driver.store_forces(none, nullptr),
                      ContainsSubstring("geometry.has_value()"));
    PairHistogram histogram(2.0, 10, 2);
    CHECK_THROWS_WITH(driver.count_distances(none, histogram),
                      ContainsSubstring("histogram.types == d.potentials.ranges.types"));
}

TEST_CASE("only forces that take a round are prepared, and all atoms have room in the channel",
          "[contract]") {
    Particles<MixedPrecision, Host> none;
    PairDriver<MixedPrecision> pairs(argon(), {0.3, 0, 32});
    CHECK_THROWS_WITH(pairs.prepare(none, TileSet::all, nullptr),
                      ContainsSubstring("rounds() > 0"));
    PairDriver<MixedPrecision> metals(alloy(1), {0.3, 0, 32});
    none.site.resize_discard(1);
    CHECK_THROWS_WITH(metals.prepare(none, TileSet::all, nullptr),
                      ContainsSubstring("d.channel.is_for(particles.size())"));
}

TEST_CASE("the runs of a rank hold all that it owns", "[contract]") {
    LocalCells cells;
    cells.cells = {{0, 0, 5, true}};
    cells.owned_atoms = 6;
    CHECK_THROWS_WITH(owned_runs(cells), ContainsSubstring("cells.owned_atoms"));
}

TEST_CASE("a stencil has a range, and a region is not turned around", "[contract]") {
    const Box box{{4, 0, 4, 0, 0, 4}, {0, 0, 0}};
    CHECK_THROWS_WITH(Stencil({{2, 2, 2}}, box, 0), ContainsSubstring("range > 0"));
    const Stencil stencil({{2, 2, 2}}, box, 1);
    CHECK_THROWS_WITH(stencil.near_blocks({{0.5, 0, 0}, {0.4, 1, 1}}),
                      ContainsSubstring("is_ordered(region)"));
}
#endif
