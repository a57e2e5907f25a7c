// SPDX-License-Identifier: BSD-3-Clause
// Distances that the lists of tiles count, against all pairs and images.
#include "ops/pair_histogram.hpp"

#include "support/catch.hpp"
#include "support/force_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Each pair once from each of its atoms, as the driver does.
template <class P>
PairHistogram count_all(const Particles<P, Host>& p, const Box& box, PairHistogram histogram) {
    std::vector<Vec3<double>> at;
    for (const Site<P>& s : p.site)
        at.push_back(Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * box.edges);
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < p.size(); ++j)
            for (const Vec3<double>& image : images_of(box, histogram.range)) {
                const Vec3<double> d = at[i] - (at[j] + image);
                const double r = std::sqrt(dot(d, d));
                if ((i != j || image != Vec3<double>{0, 0, 0}) && r < histogram.range)
                    histogram.add(static_cast<std::size_t>(p.site[i].type),
                                  static_cast<std::size_t>(p.site[j].type), r);
            }
    return histogram;
}

/// Species of several potentials, most of which end before the distances that are counted, and two
/// pairs without one.
ForceField short_potentials() {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.pairs = {
        {"", 0, 0, std::nullopt},
        {"", 0, 1, lj(1, 0.8, 1.1, Truncation::force_shift)},
        {"", 0, 2, lj(1, 1, 2.5)},
        {"", 1, 1, PairInteraction{tabulated_lennard_jones(200, false), 1.4, Truncation::shift, 0}},
        {"", 1, 2, lj(1, 0.9, 1.5)},
        {"", 2, 2, std::nullopt}};
    return ForceField(spec);
}

/// Atoms of three species, two of them at one place where no potential acts.
Atoms some_atoms() {
    Atoms atoms = jittered({6, 6, 6}, 3, 0.4);
    atoms.fraction.push_back(atoms.fraction[0]);
    atoms.type[0] = 2;
    atoms.type.push_back(2);
    return atoms;
}

} // namespace

TEST_CASE("a distance is counted in the bin that holds it, for its pair of types") {
    PairHistogram histogram(2.0, 4, 2);
    for (const double r : {0.1, 0.6, 0.9, 1.999, 2.0, 7.0}) histogram.add(1, 0, r);
    CHECK(histogram.count == std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 0, //
                                                       1, 2, 0, 1, 0, 0, 0, 0});
    PairHistogram sum = histogram.empty_copy();
    sum.merge(histogram);
    sum.merge(histogram);
    CHECK(sum.count[9] == 4);
}

TEST_CASE(
    "distances of all pairs are counted, however short their cutoff is, and without a potential") {
    using P = DoublePrecision;
    const Box box = box_of({7.5, 8, 7}, {2, -1, 1.5});
    const CellGrid grid{{2, 3, 2}};
    const Atoms atoms = some_atoms();
    auto rank = arranged<P>(atoms, in_order(atoms.type.size()), box, grid, 32);
    const double range = 2.4;
    PairDriver<P> driver(short_potentials(), {0.3, range, 32});
    const std::vector<std::uint8_t> seen;
    const BoxState state = BoxState::at_start(box, grid);
    driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
    PairHistogram found(range, 24, 3);
    driver.count_distances(rank.particles, found);
    const PairHistogram expected = count_all(rank.particles, box, found.empty_copy());
    CHECK(found.count == expected.count);
    for (std::size_t pair = 0; pair < 9; ++pair) CHECK(expected.count[24 * pair + 20] > 0);
}

TEMPLATE_TEST_CASE("lists that reach farther for distances change no bit of the forces", "",
                   MixedPrecision, DoublePrecision) {
    const Box box = box_of({7.5, 8, 7}, {2, -1, 1.5});
    const CellGrid grid{{2, 3, 2}};
    const Atoms atoms = some_atoms();
    auto rank = arranged<TestType>(atoms, in_order(atoms.type.size()), box, grid, 32);
    const Forces without = driven(rank, short_potentials(), {0.3, 0, 32}, box, grid);
    const Forces with = driven(rank, short_potentials(), {0.3, 2.4, 32}, box, grid);
    CHECK(with.lists.pairs > without.lists.pairs);
    CHECK(with.force == without.force);
    CHECK(with.energy == without.energy);
    CHECK(with.virial == without.virial);
}
