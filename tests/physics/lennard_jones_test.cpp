// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>

#include "physics/potentials.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// The integral of f from `from` to infinity by Simpson's rule in u = 1/r.
template <class F> double integral_to_infinity(F f, double from) {
    constexpr int steps = 2000;
    const auto g = [&](double u) { return u == 0 ? 0.0 : f(1 / u) / (u * u); };
    const double h = 1 / from / steps;
    double sum = g(0) + g(1 / from);
    for (int i = 1; i < steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * g(i * h);
    return sum * h / 3;
}

/// A Lennard-Jones mixture with one cutoff, mixed by a rule, with tail correction.
ForceField mixture(std::vector<LennardJonesParams> potentials, double cutoff,
                   MixingRule rule = MixingRule::arithmetic) {
    ForceFieldSpec spec;
    spec.tail_correction = true;
    spec.mixing = rule;
    for (std::size_t i = 0; i < potentials.size(); ++i) {
        const auto type = static_cast<TypeId>(i);
        spec.species.emplace_back(1, static_cast<char>('A' + i));
        spec.pairs.push_back(
            {"", type, type, PairInteraction{potentials[i], cutoff, Truncation::cut, 0}});
    }
    return ForceField(spec);
}

} // namespace

TEST_CASE("tail integrals agree with quadrature", "[lennard_jones]") {
    const LennardJonesParams p{0.8, 1.1};
    const LennardJones<double> potential(p);
    for (const double cutoff : {1.0, 2.5, 5.0}) {
        CHECK(tail_energy_integral(p, cutoff) ==
              Approx(integral_to_infinity([&](double r) { return r * r * potential(r * r).energy; },
                                          cutoff))
                  .epsilon(1e-9));
        CHECK(tail_virial_integral(p, cutoff) ==
              Approx(integral_to_infinity(
                         [&](double r) { return -r * r * r * r * potential(r * r).force_over_r; },
                         cutoff))
                  .epsilon(1e-9));
    }
}

TEST_CASE("tail corrections are those of NIST and of LAMMPS", "[lennard_jones]") {
    // NIST SRSW, Lennard-Jones fluid reference calculations, configurations 1 and 4; 5 digits.
    const ForceField nist3 = mixture({{1, 1}}, 3);
    const ForceField nist4 = mixture({{1, 1}}, 4);
    CHECK(nist3.tail({800}, 1000).energy == Approx(-198.49).epsilon(3e-5));
    CHECK(nist4.tail({800}, 1000).energy == Approx(-83.769).epsilon(1e-5));
    CHECK(nist3.tail({30}, 512).energy == Approx(-0.54517).epsilon(1e-5));

    // LAMMPS 29 Sep 2021 Update 2, pair_modify tail yes: 864 atoms, and a mixture of three.
    const ForceField fluid = mixture({{1, 1}}, 2.5);
    const TailTerm tail = fluid.tail({864}, 1023.45415830197);
    CHECK(tail.energy == Approx(-390.5389075982438).epsilon(1e-12));
    CHECK(tail.virial / 3 == Approx(1097.5154175462797 - 1877.525343140482).epsilon(1e-11));

    const std::vector<LennardJonesParams> three{{1.0, 1.0}, {0.7, 1.15}, {1.3, 0.9}};
    const std::vector<std::int64_t> counts{491, 320, 189};
    const TailTerm arithmetic = mixture(three, 2.9).tail(counts, 1481.544);
    CHECK(arithmetic.energy == Approx(-261.0241481288403).epsilon(1e-12));
    CHECK(arithmetic.virial / 3 == Approx(547.3193454520597 - 1068.9691716348318).epsilon(1e-11));
    const TailTerm geometric = mixture(three, 2.9, MixingRule::geometric).tail(counts, 1481.544);
    CHECK(geometric.energy == Approx(-257.9987942919462).epsilon(1e-12));
}

TEST_CASE("mixing rules give the values worked out by hand", "[lennard_jones]") {
    const LennardJonesParams a{1.0, 1.0};
    const LennardJonesParams b{4.0, 2.0};
    const LennardJonesParams arithmetic = mix(a, b, MixingRule::arithmetic);
    CHECK(arithmetic.sigma == Approx(1.5).epsilon(1e-15));
    CHECK(arithmetic.epsilon == Approx(2.0).epsilon(1e-15));
    const LennardJonesParams geometric = mix(a, b, MixingRule::geometric);
    CHECK(geometric.sigma == Approx(std::sqrt(2.0)).epsilon(1e-15));
    CHECK(geometric.epsilon == Approx(2.0).epsilon(1e-15));
    const LennardJonesParams sixth = mix(a, b, MixingRule::sixth_power);
    CHECK(sixth.sigma == Approx(std::pow(32.5, 1.0 / 6)).epsilon(1e-14)); // (1 + 64) / 2
    CHECK(sixth.epsilon == Approx(2 * 2.0 * 8 / 65).epsilon(1e-14));

    for (const MixingRule rule :
         {MixingRule::arithmetic, MixingRule::geometric, MixingRule::sixth_power}) {
        const LennardJonesParams same = mix(b, b, rule);
        CHECK(same.epsilon == Approx(b.epsilon).epsilon(1e-14));
        CHECK(same.sigma == Approx(b.sigma).epsilon(1e-14));
        CHECK(mix(a, b, rule).sigma == mix(b, a, rule).sigma);
        CHECK(mix(a, b, rule).epsilon == mix(b, a, rule).epsilon);
    }
}
