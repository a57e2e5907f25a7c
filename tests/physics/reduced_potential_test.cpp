// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/reduced_potential.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

using Potential = Shifted<LennardJones<double>>;

/// What a reduced potential says, in the units of the run.
PairTerm<double> reduced_term(const Potential& potential, double r2) {
    const PotentialUnits<double> units = ReducedPotential<Potential>::units(potential);
    const PairTerm<double> term = ReducedPotential<Potential>::of(potential)(r2);
    return {term.energy * units.energy, term.force_over_r * units.force};
}

} // namespace

TEST_CASE("a reduced Lennard-Jones potential is the potential but for its strength") {
    const double epsilon = GENERATE(1.0, 0.2379);
    const double sigma = GENERATE(1.0, 3.405, 0.02);
    const LennardJones<double> plain(LennardJonesParams{epsilon, sigma});
    const CutoffEdge edge{2.5 * sigma, 0, plain(6.25 * sigma * sigma)};
    const Potential potential(plain, edge);
    for (const double s : {0.8, 1.0, 1.122, 1.5, 2.4999}) {
        const double r2 = s * s * sigma * sigma;
        const PairTerm<double> found = reduced_term(potential, r2);
        const PairTerm<double> wanted = potential(r2);
        CHECK(found.energy == Approx(wanted.energy).epsilon(1e-12).margin(3e-12 * epsilon));
        CHECK(found.force_over_r ==
              Approx(wanted.force_over_r).epsilon(1e-12).margin(1e-11 * epsilon / (sigma * sigma)));
    }
}

TEST_CASE("a Lennard-Jones potential without a well has a reduced form that is nothing") {
    const Potential potential(LennardJones<double>(LennardJonesParams{0, 1}), {2.5, 0, {}});
    for (const double r2 : {0.5, 1.0, 4.0}) {
        CHECK(reduced_term(potential, r2).energy == 0);
        CHECK(reduced_term(potential, r2).force_over_r == 0);
    }
}

TEST_CASE("other potentials are what they are") {
    using Smooth = ForceShifted<LennardJones<double>>;
    const LennardJones<double> plain(LennardJonesParams{2, 1.5});
    const Smooth potential(plain, {3, 0, plain(9)});
    CHECK(ReducedPotential<Smooth>::units(potential).force == 1);
    CHECK(ReducedPotential<Smooth>::of(potential)(4.0).force_over_r == potential(4.0).force_over_r);
}
