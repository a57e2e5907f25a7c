// SPDX-License-Identifier: BSD-3-Clause
// Tiles, halos, lists and kernels together against a direct sum over all pairs and images.
#include "ops/pair_driver.hpp"

#include "cpu/list_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Errors against the direct sum that rounding explains: of forces relative to their rms, of energy
/// and virial relative to their sizes.
template <class P> struct Tolerance;
template <> struct Tolerance<MixedPrecision> {
    static constexpr double force =
        5e-5; ///< positions in a tile keep 24 bits, and a stiff pair turns their last into force
    static constexpr double sum = 1e-5;
};
template <> struct Tolerance<DoublePrecision> {
    static constexpr double force = 1e-11;
    static constexpr double sum = 1e-12;
};

PairInteraction lj(double epsilon, double sigma, double cutoff,
                   Truncation truncation = Truncation::cut) {
    return {LennardJonesParams{epsilon, sigma}, cutoff, truncation, 0.8 * cutoff};
}

ForceField mixture(double reach) {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.pairs = {{"", 0, 0, lj(1, 1, reach)},
                  {"", 0, 1, lj(1.5, 0.8, 0.8 * reach)},
                  {"", 1, 1, lj(0.5, 0.88, 0.9 * reach, Truncation::force_shift)},
                  {"", 0, 2,
                   PairInteraction{tabulated_lennard_jones(2000, false), std::min(reach, 2.9),
                                   Truncation::shift, 0}},
                  {"", 1, 2, std::nullopt},
                  {"", 2, 2, lj(1, 0.9, 0.7 * reach, Truncation::smooth)}};
    return ForceField(spec);
}

template <class P>
void check_against_direct_sum(const Atoms& atoms, const ForceField& field, const Box& box,
                              const CellGrid& grid, std::uint32_t tile_target) {
    auto rank = arranged<P>(atoms, in_order(atoms.type.size()), box, grid, tile_target);
    const Forces found = driven(rank, field, {0.3, 0, tile_target}, box, grid);
    const Forces expected = direct_sum(rank, field, box);
    double square = 0;
    double worst = 0;
    for (std::size_t i = 0; i < expected.force.size(); ++i) {
        const Vec3<double> off = found.force[i] - expected.force[i];
        square += dot(expected.force[i], expected.force[i]);
        worst = std::max(worst, std::sqrt(dot(off, off)));
    }
    const double rms = std::sqrt(square / static_cast<double>(expected.force.size()));
    REQUIRE(rms > 0.1);
    CHECK(worst / rms < Tolerance<P>::force);
    double size = std::abs(expected.energy);
    CHECK(std::abs(found.energy - expected.energy) < Tolerance<P>::sum * size);
    for (const double w : expected.virial) size = std::max(size, std::abs(w));
    for (std::size_t a = 0; a < 6; ++a)
        CHECK(std::abs(found.virial[a] - expected.virial[a]) < Tolerance<P>::sum * size);
}

/// One case in both precisions, with small and with large tiles.
void check_all(const Atoms& atoms, const ForceField& field, const Box& box, const CellGrid& grid) {
    for (const std::uint32_t tile : {32u, 128u, 4096u}) {
        CAPTURE(tile);
        check_against_direct_sum<MixedPrecision>(atoms, field, box, grid, tile);
        check_against_direct_sum<DoublePrecision>(atoms, field, box, grid, tile);
    }
}

const LennardJonesParams argon{1.0, 1.0};

} // namespace

TEST_CASE("forces in a cubic box are those of the direct sum", "[pair_driver]") {
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
    for (const CellGrid& grid :
         {CellGrid{{3, 3, 3}}, CellGrid{{2, 4, 3}}, CellGrid{{1, 1, 1}}, CellGrid{{8, 9, 6}}})
        check_all(atoms, single(argon, Truncation::cut), box_of({8, 8, 8}), grid);
}

TEST_CASE("forces in tilted boxes are those of the direct sum", "[pair_driver]") {
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.2);
    check_all(atoms, single(argon, Truncation::force_shift), box_of({8, 8, 8}, {3, -2, 4}),
              {{3, 3, 3}});
    check_all(atoms, single(argon, Truncation::shift), box_of({8, 9, 7.5}, {-4, 4, -4.5}),
              {{2, 3, 4}});
}

TEST_CASE("a cutoff beyond half the box counts every image", "[pair_driver]") {
    const Atoms atoms = jittered({3, 3, 3}, 1, 0.3);
    for (const double cutoff : {1.7, 2.53, 4.03, 7.31}) {
        CAPTURE(cutoff);
        const ForceField field = single(argon, Truncation::cut, cutoff);
        for (const CellGrid& grid : {CellGrid{{1, 1, 1}}, CellGrid{{2, 1, 2}}, CellGrid{{3, 3, 3}}})
            check_all(atoms, field, box_of({3.3, 3.4, 3.5}), grid);
        check_all(atoms, field, box_of({3.6, 3.4, 3.5}, {1.6, -1.5, 1.7}), {{2, 2, 1}});
    }
}

TEST_CASE("a wide box of few cells counts each atom once", "[pair_driver]") {
    // A tile sees its neighbour cell on both sides, though nearest images are all there is to
    // count.
    const ForceField field = single(argon, Truncation::cut, 1.6);
    for (const CellGrid& grid : {CellGrid{{2, 2, 2}}, CellGrid{{2, 3, 4}}, CellGrid{{1, 2, 3}}})
        check_all(jittered({8, 8, 8}, 1, 0.3), field, box_of({10.5, 10.5, 10.5}), grid);
    check_all(jittered({8, 8, 8}, 1, 0.2), field, box_of({10.5, 11, 11}, {2, -2, 3}), {{2, 2, 2}});
}

TEST_CASE("thin and flat boxes are those of the direct sum", "[pair_driver]") {
    const ForceField field = single(argon, Truncation::smooth);
    check_all(jittered({3, 2, 30}, 1, 0.3), field, box_of({3.3, 2.2, 33}), {{1, 1, 12}});
    check_all(jittered({8, 8, 2}, 1, 0.3), field, box_of({9, 9, 2.3}), {{3, 4, 2}});
}

TEST_CASE("open directions have no images", "[pair_driver]") {
    const ForceField field = single(argon, Truncation::cut);
    const Atoms middle = jittered({6, 6, 6}, 1, 0.3, {0.25, 0.25, 0.25}, {0.75, 0.75, 0.75});
    check_all(middle, field, box_of({13, 13, 13}, {0, 0, 0}, {false, false, false}), {{4, 3, 5}});
    // Atoms near both faces of open directions must not see each other through them.
    const Atoms full = jittered({5, 5, 5}, 1, 0.3);
    check_all(full, field, box_of({5.5, 5.5, 5.5}, {0, 0, 0}, {true, false, true}), {{2, 2, 2}});
    check_all(full, single(argon, Truncation::cut, 4.5),
              box_of({5.5, 5.5, 5.5}, {0, 0, 0}, {false, false, true}), {{1, 3, 2}});
}

TEST_CASE("mixtures with several laws, cutoffs and a pair that does not interact",
          "[pair_driver]") {
    check_all(jittered({7, 7, 7}, 3, 0.2), mixture(2.5), box_of({8, 8, 8}), {{3, 3, 3}});
    check_all(jittered({6, 6, 6}, 3, 0.2), mixture(3.0), box_of({7, 7, 7}, {2, 1, -2}),
              {{2, 2, 2}});
    check_all(jittered({3, 3, 4}, 3, 0.2), mixture(2.9), box_of({3.5, 3.4, 4.6}), {{1, 2, 1}});
}

TEST_CASE("a tabulated law alone", "[pair_driver]") {
    check_all(jittered({6, 6, 6}, 1, 0.2),
              single(tabulated_lennard_jones(4000, true), Truncation::shift),
              box_of({6.9, 6.9, 6.9}), {{2, 3, 2}});
}

TEST_CASE("atoms on faces, edges and corners of box and cells", "[pair_driver]") {
    Atoms atoms;
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x) {
                atoms.fraction.push_back(
                    {0.25 * x, 0.25 * y + (x % 2) * 0x1p-40, 0.25 * z - (y % 2) * 0x1p-30});
                atoms.type.push_back(0);
            }
    atoms.fraction.push_back({0.12, 0.13, 0.125});
    atoms.type.push_back(0);
    for (const CellGrid& grid : {CellGrid{{4, 4, 4}}, CellGrid{{2, 2, 2}}, CellGrid{{3, 1, 8}}})
        check_all(atoms, single(argon, Truncation::cut), box_of({4.9, 4.9, 4.9}), grid);
}

TEST_CASE("an empty box, a lone atom and a pair across a face", "[pair_driver]") {
    const Box box = box_of({10, 10, 10});
    const CellGrid grid{{3, 3, 3}};
    const ForceField field = single(argon, Truncation::cut);
    auto none = arranged<MixedPrecision>({}, {}, box, grid, 128);
    CHECK(driven(none, field, {0.3, 0, 128}, box, grid).energy == 0);
    auto lone = arranged<DoublePrecision>({{{0.5, 0.5, 0.5}}, {0}}, {0}, box, grid, 128);
    CHECK(driven(lone, field, {0.3, 0, 128}, box, grid).force[0] == Vec3<double>{0, 0, 0});
    check_against_direct_sum<DoublePrecision>({{{0.01, 0.5, 0.99}, {0.95, 0.5, 0.05}}, {0, 0}},
                                              field, box, grid, 128);
}

TEST_CASE("a halo too large for one window of 16-bit entries is walked in several",
          "[pair_driver]") {
    const Atoms atoms = jittered({2, 2, 2}, 1, 0.3);
    const Box box = box_of({2.25, 2.3, 2.2});
    const ForceField field = single(argon, Truncation::cut, 24.0);
    auto rank = arranged<DoublePrecision>(atoms, in_order(8), box, {{1, 1, 1}}, 128);
    const ListReport lists = driven(rank, field, {0.3, 0, 128}, box, {{1, 1, 1}}).lists;
    REQUIRE(lists.slots > 32767); // two windows in mixed precision, three in double
    check_against_direct_sum<DoublePrecision>(atoms, field, box, {{1, 1, 1}}, 128);
    // Attraction and repulsion nearly cancel here, so that float keeps fewer digits of the sum.
    const Forces found = driven(rank, field, {0.3, 0, 128}, box, {{1, 1, 1}});
    auto mixed_rank = arranged<MixedPrecision>(atoms, in_order(8), box, {{1, 1, 1}}, 128);
    const Forces mixed = driven(mixed_rank, field, {0.3, 0, 128}, box, {{1, 1, 1}});
    CHECK(mixed.energy == Approx(found.energy).margin(5e-3));
    for (std::size_t i = 0; i < 8; ++i)
        for (int d = 0; d < 3; ++d)
            CHECK(mixed.force[i][d] == Approx(found.force[i][d]).epsilon(1e-4).margin(1e-3));
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
    const ForceField field = single(argon, Truncation::cut);
    auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box, {{2, 2, 2}}, 64);
    const Forces thin = driven(rank, field, {0.1, 0, 64}, box, {{2, 2, 2}});
    const Forces thick = driven(rank, field, {0.6, 0, 64}, box, {{2, 2, 2}});
    CHECK(thick.lists.pairs > thin.lists.pairs);
    CHECK(thin.force == thick.force);
    CHECK(thin.energy == thick.energy);
}
