// SPDX-License-Identifier: BSD-3-Clause
// What each atom has of energy and virial, against sums of the driver, a direct sum, and numerical
// slopes of it.
#include "support/catch.hpp"
#include "support/cluster_cases.hpp"
#include "support/metal_cases.hpp"
#include "support/share_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The shares of a case on one of its grids, and the sums over the system.
template <class P> struct Found {
    OneRank<P> rank;
    PairSums sums;

    Found(const ForceCase& c, const CellGrid& grid, std::uint32_t tile_target)
        : rank(arranged<P>(c.atoms, in_order(c.atoms.type.size()), c.box, grid, tile_target)) {
        PairDriver<P> driver(c.field, {0.3, 0, tile_target});
        const std::vector<std::uint8_t> seen;
        const BoxState state = BoxState::at_start(c.box, grid);
        driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
        if (driver.rounds() > 0) driver.prepare(rank.particles, TileSet::all, &sums);
        driver.store_forces(rank.particles, &sums);
        driver.find_shares(rank.particles);
    }
    std::vector<AtomShare<P>> shares() const {
        const auto all = rank.particles.share.span();
        return {all.begin(), all.end()};
    }
};

template <class P> void check_group(const ForceGroup& group) {
    for (const ForceCase& c : group.cases()) {
        const CellGrid& grid = c.grids.front();
        const Found<P> found(c, grid, 128);
        CAPTURE(group.name, P::name, c.field.largest_cutoff());
        check_share_sums<P>(found.shares(), found.sums);
        if (c.atoms.type.size() > 400) continue; // a direct sum takes long
        check_atom_energies<P>(found.shares(), reference_of(c, found.rank.particles));
    }
}

void check_groups(const std::vector<ForceGroup>& groups) {
    for (const ForceGroup& group : groups) {
        check_group<MixedPrecision>(group);
        check_group<DoublePrecision>(group);
    }
}

} // namespace

TEST_CASE("shares of pairs add up to the sums of the system", "[shares]") {
    check_groups(force_groups());
}

TEST_CASE("shares of functionals add up to the sums of the system", "[shares]") {
    check_groups(metal_groups());
}

TEST_CASE("shares by moments add up to the sums of the system", "[shares]") {
    check_groups(moment_groups());
}

TEST_CASE("shares of clusters add up to the sums of the system", "[shares]") {
    check_groups(cluster_groups());
}

TEMPLATE_TEST_CASE("virials of atoms are those of numerical slopes", "[shares]", MixedPrecision,
                   DoublePrecision) {
    for (const ForceCase& c : share_cases()) {
        const Found<TestType> found(c, c.grids.front(), 64);
        CAPTURE(c.field.types(), c.field.channel_width());
        check_virials<TestType>(c, found.rank.particles, found.shares());
    }
}

TEST_CASE("virials of atoms are not symmetric where there are angles, others are", "[shares]") {
    for (const ForceCase& c : share_cases()) {
        const Found<DoublePrecision> found(c, c.grids.front(), 64);
        const double skew = skewness<DoublePrecision>(found.shares());
        CAPTURE(c.field.types(), c.field.channel_width(), skew);
        if (c.field.has_clusters() || c.field.has_moments())
            CHECK(skew > 1e-5);
        else
            CHECK(skew == 0);
    }
}

TEMPLATE_TEST_CASE("shares do not depend on tiles, and forces do not on shares", "[shares]",
                   MixedPrecision, DoublePrecision) {
    for (const ForceCase& c : share_cases()) {
        auto rank =
            arranged<TestType>(c.atoms, in_order(c.atoms.type.size()), c.box, c.grids[0], 32);
        const Forces plain = driven(rank, c.field, {0.3, 0, 32}, c.box, c.grids[0]);
        const Found<TestType> found(c, c.grids[0], 32);
        CHECK(forces_of(found.rank.particles, found.sums).force == plain.force);
        CHECK(found.sums.energy.value() == plain.energy);
    }
}
