// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>

#include "physics/force_field_errors.hpp"
#include "physics/pair/pair_table.hpp"
#include "physics/potentials.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

PairInteraction lennard_jones(double epsilon, double sigma, double cutoff = 2.5,
                              Truncation truncation = Truncation::cut) {
    return {LennardJonesParams{epsilon, sigma}, cutoff, truncation, 0};
}

} // namespace

TEST_CASE("the table of pairs is symmetric and each pair has its own cutoff", "[force_field]") {
    // The mixture of Kob and Andersen (1995): unlike pairs of its own, cut at 2.5 sigma.
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {{"", 0, 0, lennard_jones(1.0, 1.0, 2.5)},
                  {"", 1, 0, lennard_jones(1.5, 0.8, 2.0)},
                  {"", 1, 1, lennard_jones(0.5, 0.88, 2.2)}};
    const ForceField field(spec);
    CHECK(field.largest_cutoff() == 2.5);
    CHECK(field.interaction(0, 1)->cutoff == 2.0);
    CHECK(field.evaluate(0, 1, 0.64).energy == Approx(0).margin(1e-14));
    CHECK(field.evaluate(0, 1, 1.7).energy == field.evaluate(1, 0, 1.7).energy);
    CHECK(field.evaluate(0, 1, 4.0).energy == 0);
    CHECK(field.evaluate(0, 1, 3.99).energy < 0);
    CHECK(field.evaluate(1, 1, 4.8).energy < 0);
    CHECK(field.evaluate(1, 1, 4.85).energy == 0);
}

TEST_CASE("missing unlike pairs are mixed, given ones are not", "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.mixing = MixingRule::geometric;
    spec.pairs = {{"", 0, 0, lennard_jones(1.0, 1.0, 2.0)},
                  {"", 1, 1, lennard_jones(4.0, 4.0, 8.0)},
                  {"", 2, 2, lennard_jones(1.0, 1.0, 2.5)},
                  {"", 0, 2, std::nullopt}};
    const ForceField field(spec);
    const auto& mixed = field.interaction(1, 0);
    REQUIRE(mixed);
    CHECK(std::get<LennardJonesParams>(mixed->params).sigma == 2.0);
    CHECK(std::get<LennardJonesParams>(mixed->params).epsilon == 2.0);
    CHECK(mixed->cutoff == 4.0);
    CHECK_FALSE(field.interaction(0, 2));
    CHECK(field.evaluate(2, 0, 1.0).force_over_r == 0);
    CHECK(field.largest_cutoff() == 8.0);
}

TEST_CASE("every error of a force field is told at once", "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.tail_correction = true;
    PairInteraction smooth = lennard_jones(1, 1, 2.5, Truncation::smooth);
    smooth.switch_from = 3;
    spec.pairs = {{"melt.toml:3", 0, 0, smooth},
                  {"melt.toml:9", 1, 1, PairInteraction{tabulated_lennard_jones(50, false), 3.5}},
                  {"melt.toml:12", 0, 0, lennard_jones(1, 1)}};
    const std::string text = errors_of(spec);
    CHECK(contains(text,
                   "melt.toml:3: pair A-A: switch_from = 3 must lie between 0 and cutoff = 2.5"));
    CHECK(contains(text, "melt.toml:3: pair A-A: truncation = \"smooth\""));
    CHECK(contains(text, "melt.toml:9: pair B-B: cutoff = 3.5 is beyond"));
    CHECK(contains(text, "melt.toml:9: pair B-B: potential 'table' has no tail correction"));
    CHECK(contains(text, "melt.toml:12: pair A-A is given twice"));
    CHECK(contains(text, "pair C-C has no potential"));
    CHECK(contains(text, "pair A-B has no potential"));
    CHECK(contains(text, "species = [\"B\", \"C\"]"));
    CHECK_THROWS_AS(ForceField(spec), InputError);
}

TEST_CASE("two entries of a pair act together, in either order", "[force_field]") {
    const auto params = lennard_jones_and_yukawa();
    const PairEntry first{"", 0, 1, PairInteraction{params.first, 2.5, Truncation::shift}};
    const PairEntry second{"", 1, 0, PairInteraction{params.second, 2.5, Truncation::shift}};
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    const auto with = [&](const PairEntry& one, const PairEntry& other) {
        spec.pairs = {{"", 0, 0, lennard_jones(1, 1)}, one, {"", 1, 1, std::nullopt}, other};
        return ForceField(spec);
    };
    const ForceField field = with(first, second);
    const ForceField swapped = with(second, first);
    const ForceField expected = single(params, Truncation::shift);
    for (const double r2 : {0.7, 1.1, 2.3, 6.0, 6.25}) {
        for (const ForceField* found : {&field, &swapped}) {
            CHECK(found->evaluate(0, 1, r2).energy == expected.evaluate(0, 0, r2).energy);
            CHECK(found->evaluate(1, 0, r2).force_over_r ==
                  expected.evaluate(0, 0, r2).force_over_r);
        }
    }
    CHECK(make_pair_tables<double>(field).size() == 2);
}

TEST_CASE("what cannot act together is told", "[force_field]") {
    const PairInteraction table{tabulated_yukawa(), 2.5};
    ForceFieldSpec spec;
    spec.species = {"A"};
    const auto together = [&](const std::vector<std::optional<PairInteraction>>& all) {
        spec.pairs.clear();
        for (std::size_t i = 0; i < all.size(); ++i)
            spec.pairs.push_back({"entry " + std::to_string(i), 0, 0, all[i]});
        return errors_of(spec);
    };
    const PairInteraction well = lennard_jones(1, 1);
    CHECK(together({well, table}).empty());
    CHECK(together({well, well}) == "entry 1: pair A-A is given twice; keep one of the entries\n");
    CHECK(together({table, table}) ==
          "entry 1: pair A-A is given twice; keep one of the entries\n");
    CHECK(together({well, std::nullopt}) ==
          "entry 1: pair A-A is given twice; keep one of the entries\n");
    const PairInteraction both{lennard_jones_and_yukawa(), 2.5};
    CHECK(contains(together({both, well}),
                   "entry 1: pair A-A has the potentials 'lennard_jones + table' and "
                   "'lennard_jones', which cannot act together; these can: lennard_jones + table"));
    CHECK(together({well, table, well}) ==
          "entry 2: pair A-A has more than two potentials; keep two of the entries\n");
    CHECK(contains(together({well, PairInteraction{tabulated_yukawa(), 2.6}}),
                   "entry 1: pair A-A has two potentials that differ in cutoff"));
    CHECK(contains(together({well, PairInteraction{tabulated_yukawa(), 2.5, Truncation::shift}}),
                   "differ in truncation"));
    PairInteraction smooth = table;
    smooth.truncation = Truncation::smooth;
    smooth.switch_from = 2;
    PairInteraction other = lennard_jones(1, 1, 2.5, Truncation::smooth);
    other.switch_from = 2.1;
    CHECK(contains(together({smooth, other}), "differ in switch_from"));
    other.switch_from = 2;
    CHECK(together({smooth, other}).empty());
}

TEST_CASE("a sum is checked as one potential", "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A"};
    const auto joined = [&](const PairInteraction& a, const PairInteraction& b) {
        spec.pairs = {{"here", 0, 0, a}, {"there", 0, 0, b}};
        return errors_of(spec);
    };
    const PairInteraction table{tabulated_yukawa(), 3.5};
    CHECK(contains(joined(lennard_jones(1, 1, 3.5), table),
                   "here: pair A-A: cutoff = 3.5 is beyond the range of the potential"));
    CHECK(contains(joined(lennard_jones(1, 3000, 2.5), PairInteraction{tabulated_yukawa(), 2.5}),
                   "'lennard_jones + table' are too large or too small for single precision"));
    spec.tail_correction = true;
    CHECK(contains(joined(lennard_jones(1, 1), PairInteraction{tabulated_yukawa(), 2.5}),
                   "potential 'lennard_jones + table' has no tail correction"));
    spec.tail_correction = false;
    spec.species = {"A", "B"};
    spec.mixing = MixingRule::arithmetic;
    const PairInteraction sum{lennard_jones_and_yukawa(), 2.5};
    spec.pairs = {{"", 0, 0, sum}, {"", 1, 1, sum}};
    CHECK(contains(errors_of(spec), "'lennard_jones + table' has no mixing rule"));
}

TEST_CASE("of many pairs without a potential the first are told", "[force_field]") {
    ForceFieldSpec spec;
    for (int i = 0; i < 100; ++i) spec.species.push_back("S" + std::to_string(i));
    const std::vector<Diagnostic> errors = ForceField::errors(spec);
    REQUIRE(errors.size() == 21);
    CHECK(contains(errors[19].message, "pair S0-S19 has no potential"));
    CHECK(errors.back().message == "5030 more errors of pairs are not listed");
}

TEST_CASE("what cannot be mixed is told", "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.mixing = MixingRule::arithmetic;
    const auto both = [&](const PairInteraction& a, const PairInteraction& b) {
        spec.pairs = {{"", 0, 0, a}, {"", 1, 1, b}};
        return errors_of(spec);
    };
    const PairInteraction table{tabulated_lennard_jones(50, false), 2.5};
    CHECK(both(lennard_jones(1, 1), lennard_jones(1, 2)).empty());
    CHECK(contains(both(lennard_jones(1, 1), table), "differ in potential"));
    CHECK(contains(both(table, table), "'table' has no mixing rule"));
    CHECK(contains(both(lennard_jones(1, 1), lennard_jones(1, 1, 2.5, Truncation::shift)),
                   "differ in potential or truncation"));
    spec.pairs = {{"", 0, 0, std::nullopt}, {"", 1, 1, lennard_jones(1, 1)}};
    CHECK(contains(errors_of(spec), "A-B cannot be mixed"));
}

TEST_CASE("constants that a float cannot hold are refused", "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.pairs = {{"here", 0, 0, lennard_jones(1, 3000, 9000)}};
    CHECK(contains(errors_of(spec), "too large or too small for single precision"));
    spec.pairs = {{"here", 0, 0, lennard_jones(1e-21, 3e-10, 1e-9)}};
    CHECK(contains(errors_of(spec), "too large or too small for single precision"));
    spec.pairs = {{"here", 0, 0, lennard_jones(0, 1)}};
    CHECK(errors_of(spec).empty());
    spec.pairs = {{"here", 0, 0, lennard_jones(1, 1, -2)}};
    CHECK(contains(errors_of(spec), "cutoff = -2 must be positive"));
}

TEST_CASE("drivers get one table for each truncated potential, with no pair in two",
          "[force_field]") {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.pairs = {{"", 0, 0, lennard_jones(1, 1)},
                  {"", 0, 1, PairInteraction{tabulated_lennard_jones(60, false), 2.0}},
                  {"", 0, 2, PairInteraction{tabulated_lennard_jones(90, true), 2.2}},
                  {"", 1, 1, lennard_jones(2, 1.1, 3.0, Truncation::shift)},
                  {"", 1, 2, std::nullopt},
                  {"", 2, 2, lennard_jones(1, 0.9, 2.5, Truncation::force_shift)}};
    const ForceField field(spec);
    const auto tables = make_pair_tables<double>(field);
    CHECK(tables.size() == 3); // Shifted<LennardJones>, Shifted<Table>, ForceShifted<LennardJones>

    for (TypeId a = 0; a < 3; ++a) {
        for (TypeId b = 0; b < 3; ++b) {
            for (const double r2 : {0.8, 1.3, 3.9, 4.5, 8.0}) {
                int seen = 0;
                PairTerm<double> found{0, 0};
                for (const auto& any : tables) {
                    std::visit(
                        [&](const auto& table) {
                            const std::size_t i = std::size_t{a} * table.types + b;
                            if (r2 < table.cutoff_squared[i]) {
                                found = evaluate_potential(table.potential[i], r2,
                                                           table.samples.data());
                                ++seen;
                            }
                        },
                        any);
                }
                CHECK(seen <= 1);
                CHECK(found.energy == field.evaluate(a, b, r2).energy);
                CHECK(found.force_over_r == field.evaluate(a, b, r2).force_over_r);
            }
        }
    }
}

TEST_CASE("without the wish for it there is no tail correction", "[force_field]") {
    const ForceField field = single(LennardJonesParams{1, 1}, Truncation::cut);
    CHECK(field.tail({864}, 1000).energy == 0);
    CHECK(field.tail({864}, 1000).virial == 0);
}
