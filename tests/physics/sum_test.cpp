// SPDX-License-Identifier: BSD-3-Clause
// Two potentials on one pair against each of them alone.
#include "physics/pair/sum.hpp"

#include <vector>

#include "physics/pair/pair_table.hpp"
#include "physics/potentials.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A sum that reads no samples and one of two that do, which no input needs.
using TwoWells = SumParams<LennardJonesParams, LennardJonesParams>;
using TwoTables = SumParams<TableParams, TableParams>;

} // namespace

TEST_CASE("a sum has the energy and the force of its parts", "[sum]") {
    const auto params = lennard_jones_and_yukawa();
    const LennardJones<double> first(params.first);
    const Table<double> second(params.second, 0);
    const std::vector<double> samples = Table<double>::samples(params.second);
    const Sum<LennardJones<double>, Table<double>> sum(params, 0);
    REQUIRE(decltype(sum)::samples(params) == samples);
    for (double r = 0.6; r < 3; r += 0.01) {
        const PairTerm<double> a = first(r * r);
        const PairTerm<double> b = second(r * r, samples.data());
        const PairTerm<double> found = sum(r * r, samples.data());
        REQUIRE(found.energy == a.energy + b.energy);
        REQUIRE(found.force_over_r == a.force_over_r + b.force_over_r);
    }
}

TEST_CASE("a sum of potentials without samples needs none", "[sum]") {
    const TwoWells params{{1, 1}, {0.3, 1.4}};
    using Potential = Sum<LennardJones<float>, LennardJones<float>>;
    static_assert(is_pair_potential<Potential> && !Potential::uses_samples);
    const Potential sum(params);
    const LennardJones<float> first(params.first);
    const LennardJones<float> second(params.second);
    for (const float r2 : {0.8f, 1.3f, 2.9f}) {
        CHECK(sum(r2).energy == first(r2).energy + second(r2).energy);
        CHECK(sum(r2).force_over_r == first(r2).force_over_r + second(r2).force_over_r);
    }
}

TEST_CASE("two tables of one sum keep their samples apart", "[sum]") {
    const TwoTables params{tabulated_lennard_jones(500, false), tabulated_yukawa()};
    using Potential = Sum<Table<double>, Table<double>>;
    const std::size_t before = 12;
    std::vector<double> samples(before, 1e9);
    for (const double sample : Potential::samples(params)) samples.push_back(sample);
    const Potential sum(params, before);
    const Table<double> first(params.first, 0);
    const Table<double> second(params.second, 0);
    const std::vector<double> of_first = Table<double>::samples(params.first);
    const std::vector<double> of_second = Table<double>::samples(params.second);
    for (const double r2 : {0.6, 1.7, 5.9}) {
        const double expected =
            first(r2, of_first.data()).energy + second(r2, of_second.data()).energy;
        CHECK(sum(r2, samples.data()).energy == expected);
    }
}

TEST_CASE("a truncation acts on the sum, not on its parts", "[sum]") {
    const auto params = lennard_jones_and_yukawa();
    const double cutoff = 2.5;
    const auto at = [&](const PairPotentialParams& p, Truncation truncation, double r) {
        return single(p, truncation, cutoff, 2.0).evaluate(0, 0, r * r);
    };
    for (const Truncation truncation : all_truncations()) {
        for (const double r : {0.9, 1.2, 1.9, 2.2, 2.49}) {
            // All truncations are linear in what they truncate.
            const PairTerm<double> a = at(params.first, truncation, r);
            const PairTerm<double> b = at(params.second, truncation, r);
            const PairTerm<double> found = at(params, truncation, r);
            CHECK(found.energy == Approx(a.energy + b.energy).margin(1e-14));
            CHECK(found.force_over_r == Approx(a.force_over_r + b.force_over_r).margin(1e-14));
        }
    }
}

TEST_CASE("the tails of a sum are those of its parts", "[sum]") {
    const TwoWells params{{1, 1}, {0.3, 1.4}};
    static_assert(has_tail<TwoWells> && has_mixing<TwoWells>);
    CHECK(tail_energy_integral(params, 3) ==
          tail_energy_integral(params.first, 3) + tail_energy_integral(params.second, 3));
    CHECK(tail_virial_integral(params, 3) ==
          tail_virial_integral(params.first, 3) + tail_virial_integral(params.second, 3));
    using WithTable = SumParams<LennardJonesParams, TableParams>;
    const WithTable with_table{{1, 1}, tabulated_yukawa()};
    CHECK_FALSE(tail_is_known(with_table));
    CHECK_FALSE(mixed_or_none(with_table, with_table, MixingRule::geometric).has_value());
}

TEST_CASE("the parts of a sum are mixed each by itself", "[sum]") {
    const TwoWells a{{1, 1}, {0.3, 1.4}};
    const TwoWells b{{2, 1.5}, {0.6, 1.2}};
    const TwoWells mixed = mix(a, b, MixingRule::geometric).value();
    CHECK(mixed.first.sigma == mix(a.first, b.first, MixingRule::geometric).sigma);
    CHECK(mixed.second.epsilon == mix(a.second, b.second, MixingRule::geometric).epsilon);
}

TEST_CASE("a sum answers what is asked of its parts", "[sum]") {
    const auto params = lennard_jones_and_yukawa();
    CHECK(params.name == "lennard_jones + table");
    CHECK(cutoff_limit(params) == 3.0);
    const PotentialScale scale = scale_or_none(params, 2.5);
    CHECK(scale.energy == 1.3);
    CHECK(scale.core_distance() == 0.95);
    CHECK(scale.first_row == 0.7);

    auto deeper = params;
    deeper.second = tabulated_lennard_jones(2000, false);
    deeper.first.epsilon = 0.5;
    CHECK(scale_or_none(deeper, 2.5).energy == Approx(1).epsilon(1e-3));
    CHECK(scale_or_none(deeper, 2.5).core_distance() == 0);
}
