// SPDX-License-Identifier: BSD-3-Clause
// Tiles, halos, lists and kernels together against a direct sum over all pairs and images.
#include "ops/pair_driver.hpp"

#include "support/adp_cases.hpp"
#include "support/check_forces.hpp"
#include "support/cluster_cases.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The driver of processors, with small, usual and large tiles.
struct OnHost {
    static std::vector<std::uint32_t> shapes() { return {32, 128, 4096}; }
    static std::uint32_t name_of(std::uint32_t tile_target) { return tile_target; }

    template <class P>
    static Forces forces(const ForceCase& c, const CellGrid& grid, std::uint32_t tile_target) {
        auto rank = arranged<P>(c.atoms, in_order(c.atoms.type.size()), c.box, grid, tile_target);
        return driven(rank, c.field, {0.3, 0, tile_target}, c.box, grid);
    }
};

} // namespace

TEST_CASE("forces are those of the direct sum", "[pair_driver]") { check_all_groups<OnHost>(); }

TEST_CASE("forces of functionals are those of the direct sum", "[pair_driver]") {
    check_all_groups<OnHost>(metal_groups());
}

TEST_CASE("forces by moments are those of the direct sum", "[pair_driver]") {
    check_all_groups<OnHost>(moment_groups());
}

TEST_CASE("forces of clusters are those of the direct sum", "[pair_driver]") {
    check_all_groups<OnHost>(cluster_groups());
}

TEMPLATE_TEST_CASE("forces are no numbers where an atom has more neighbours than a record holds",
                   "[pair_driver]", MixedPrecision, DoublePrecision) {
    const Box box = box_of({10, 10, 10});
    const CellGrid grid{{3, 3, 3}};
    const int most = most_cluster_neighbours;
    for (const ForceFieldSpec& spec : {stillinger_weber_spec(2), tersoff_spec(1)}) {
        const ForceField field(spec);
        for (const int neighbours : {most, most + 1, 3 * most}) {
            const Atoms atoms = crowd(neighbours, 1.15);
            auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box, grid, 32);
            PairDriver<TestType> driver(field, {0.3, 0, 32});
            const std::vector<std::uint8_t> seen;
            const BoxState state = BoxState::at_start(box, grid);
            driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
            PairSums sums;
            driver.prepare(rank.particles, TileSet::all, &sums);
            driver.store_forces(rank.particles, nullptr);
            const Vec3<double> force = forces_of(rank.particles, sums).force[0];
            CHECK(std::isnan(dot(force, force)) == (neighbours > most));
            CHECK(sums.saturated() == (neighbours > most));
        }
    }
}

TEMPLATE_TEST_CASE("a channel that is filled in two parts is the same, and may be read twice",
                   "[pair_driver]", MixedPrecision, DoublePrecision) {
    const Box box = box_of({7.4, 7.2, 7.6});
    const CellGrid grid{{3, 3, 3}};
    const Atoms atoms = jittered({7, 7, 7}, 3, 0.2);
    auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box, grid, 32);
    PairDriver<TestType> driver(wetted_alloy(), {0.3, 0, 32});
    REQUIRE(driver.rounds() == 1);
    std::vector<std::uint8_t> seen(rank.particles.size(), 0);
    for (std::size_t i = 0; i < seen.size(); i += 100) seen[i] = 1;
    const BoxState state = BoxState::at_start(box, grid);
    driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
    PairSums whole;
    driver.prepare(rank.particles, TileSet::all, &whole);
    const auto values = driver.channel().value.span();
    const std::vector<typename TestType::Real> first(values.begin(), values.end());
    PairSums parts;
    driver.channel().value.fill(0);
    driver.prepare(rank.particles, TileSet::boundary, &parts);
    driver.prepare(rank.particles, TileSet::interior, &parts);
    CHECK(std::equal(first.begin(), first.end(), values.begin()));
    CHECK(parts.energy.value() == whole.energy.value());
    CHECK(whole.energy.value() < 0);
    const auto stored = [&] {
        driver.store_forces(rank.particles, nullptr);
        std::vector<Vec3<double>> forces;
        for (const auto& f : rank.particles.force) forces.push_back({f.x, f.y, f.z});
        return forces;
    };
    CHECK(stored() == stored());
}

TEST_CASE("an empty box and a lone atom", "[pair_driver]") {
    const Box box = box_of({10, 10, 10});
    const CellGrid grid{{3, 3, 3}};
    const ForceField field = argon();
    auto none = arranged<MixedPrecision>({}, {}, box, grid, 128);
    CHECK(driven(none, field, {0.3, 0, 128}, box, grid).energy == 0);
    auto lone = arranged<DoublePrecision>({{{0.5, 0.5, 0.5}}, {0}}, {0}, box, grid, 128);
    CHECK(driven(lone, field, {0.3, 0, 128}, box, grid).force[0] == Vec3<double>{0, 0, 0});
}

TEST_CASE("a halo too large for one window of 16-bit entries is walked in several",
          "[pair_driver]") {
    const Atoms atoms = jittered({2, 2, 2}, 1, 0.3);
    const Box box = box_of({2.25, 2.3, 2.2});
    const ForceField field = argon(24.0);
    auto rank = arranged<DoublePrecision>(atoms, in_order(8), box, {{1, 1, 1}}, 128);
    const ListReport lists = driven(rank, field, {0.3, 0, 128}, box, {{1, 1, 1}}).lists;
    REQUIRE(lists.slots > 32767); // two windows in mixed precision, three in double
    check_case<DoublePrecision, OnHost>({atoms, field, box, {{{1, 1, 1}}}});
    // Attraction and repulsion nearly cancel here, so that float keeps fewer digits of the sum.
    const Forces found = driven(rank, field, {0.3, 0, 128}, box, {{1, 1, 1}});
    auto mixed_rank = arranged<MixedPrecision>(atoms, in_order(8), box, {{1, 1, 1}}, 128);
    const Forces mixed = driven(mixed_rank, field, {0.3, 0, 128}, box, {{1, 1, 1}});
    CHECK(mixed.energy == Approx(found.energy).margin(5e-3));
    for (std::size_t i = 0; i < 8; ++i)
        for (int d = 0; d < 3; ++d)
            CHECK(mixed.force[i][d] == Approx(found.force[i][d]).epsilon(1e-4).margin(1e-3));
}

TEMPLATE_TEST_CASE("forces are those in the present box, with lists of the one before",
                   "[pair_driver]", MixedPrecision, DoublePrecision) {
    const ForceField field = mixture(2.5);
    const Atoms atoms = jittered({9, 9, 9}, 3, 0.2);
    BoxState box = BoxState::at_start(box_of({10, 10.5, 10}, {1, 2, -3}), {{2, 2, 2}});
    auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box.now, box.frame.grid, 64);
    PairDriver<TestType> driver(field, {0.3, 0, 64});
    const std::vector<std::uint8_t> seen;
    driver.rebuild({&box, &rank.cells, &rank.particles, &seen});
    box.now.edges = {10.1, 1.05, 10.4, 2.02, -3, 9.95};
    const auto check = [&] {
        PairSums sums;
        driver.store_forces(rank.particles, &sums);
        check_forces<TestType>(forces_of(rank.particles, sums),
                               direct_sum(rank.particles, field, box.now));
    };
    check();
    box.begin_rebuild();
    driver.rebuild({&box, &rank.cells, &rank.particles, &seen});
    check();
}

TEMPLATE_TEST_CASE("forces keep their bits whatever order the atoms come in", "[pair_driver]",
                   MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({7, 7, 7}, 3, 0.2);
    const Box box = box_of({8, 8.5, 8}, {1, 2, -3});
    const CellGrid grid{{2, 2, 2}};
    const ForceField field = mixture(2.5);
    auto order = in_order(atoms.type.size());
    auto rank = arranged<TestType>(atoms, order, box, grid, 32);
    const Forces first = driven(rank, field, {0.3, 0, 32}, box, grid);
    std::sort(order.begin(), order.end(),
              [](std::size_t a, std::size_t b) { return uniform(5, a) < uniform(5, b); });
    auto shuffled = arranged<TestType>(atoms, order, box, grid, 32);
    CHECK(std::equal(rank.particles.id.begin(), rank.particles.id.end(),
                     shuffled.particles.id.begin()));
    const Forces second = driven(shuffled, field, {0.3, 0, 32}, box, grid);
    CHECK(first.energy == second.energy);
    CHECK(first.virial == second.virial);
    CHECK(first.force == second.force);
}

TEMPLATE_TEST_CASE("forces depend neither on skin nor, by more than rounding, on tiles and grid",
                   "[pair_driver]", MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
    const Box box = box_of({8, 8, 8});
    const ForceField field = argon();
    auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box, {{2, 2, 2}}, 64);
    const Forces thin = driven(rank, field, {0.1, 0, 64}, box, {{2, 2, 2}});
    const Forces thick = driven(rank, field, {0.6, 0, 64}, box, {{2, 2, 2}});
    CHECK(thick.lists.pairs > thin.lists.pairs);
    CHECK(thin.force == thick.force);
    CHECK(thin.energy == thick.energy);
}
