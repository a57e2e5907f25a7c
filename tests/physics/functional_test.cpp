// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <vector>

#include "physics/force_field_errors.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/functional/reference.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Copper; Cleri and Rosato, table II.
GuptaParams copper() { return {0.0855, 1.224, 10.960, 2.278, 2.556, 6.5, 5.5}; }

/// A second metal, for mixtures.
GuptaParams other_metal() { return {0.2061, 1.790, 10.229, 4.036, 2.884, 6.0, 5.0}; }

GuptaParams alloy() { return {0.1539, 1.5605, 11.05, 3.0475, 2.556, 6.2, 5.2}; }

ForceFieldSpec metals() {
    ForceFieldSpec spec;
    spec.species = {"Cu", "Au"};
    spec.functionals = {{"a", 0, 0, copper()}, {"b", 1, 1, other_metal()}, {"c", 1, 0, alloy()}};
    return spec;
}

Box cube(double edge) {
    Box box;
    box.edges = {edge, 0, edge, 0, 0, edge};
    return box;
}

/// Eight atoms of two species, in no order, in a box smaller than two cutoffs.
struct EightAtoms {
    Box box = cube(5.2);
    std::vector<Vec3<double>> at;
    std::vector<TypeId> type;

    EightAtoms() {
        for (int i = 0; i < 8; ++i) {
            const double x = 0.31 * std::sin(5.0 * i), y = 0.27 * std::cos(3.0 * i);
            at.push_back({2.6 * (i & 1) + x, 2.6 * (i >> 1 & 1) + y, 2.6 * (i >> 2) - x * y});
            type.push_back(static_cast<TypeId>(i % 3 == 0 ? 1 : 0));
        }
    }
};

} // namespace

TEST_CASE("a force field keeps functionals as pairs", "[functional]") {
    const ForceField field(metals());
    CHECK(field.channel_width() == 1);
    CHECK(field.largest_cutoff() == 6.5);
    CHECK(field.cutoff(0, 1) == 6.2);
    CHECK_FALSE(field.interaction(0, 1).has_value());
    REQUIRE(field.functional(0, 1).has_value());
    CHECK(std::get<GuptaParams>(*field.functional(1, 0)).xi == 1.5605);
    CHECK(field.evaluate(0, 0, 6.0).energy == 0);
    CHECK(field.estimate(0, 0, 6.6).energy < 0);
}

TEST_CASE("functionals and potentials share species, not pairs", "[functional]") {
    ForceFieldSpec spec = metals();
    spec.species = {"Cu", "Au", "Ar"};
    const PairInteraction argon{LennardJonesParams{0.01, 3.4}, 8.5, Truncation::cut, 0};
    spec.pairs = {{"", 2, 2, argon}, {"", 0, 2, argon}, {"", 1, 2, std::nullopt}};
    spec.tail_correction = true;
    const ForceField field(spec);
    CHECK(field.largest_cutoff() == 8.5);
    CHECK(field.cutoff(1, 2) == 0);
    CHECK(field.tail({1000, 1000, 0}, 1e4).energy == 0);
    const auto tables = make_functional_tables<float>(field);
    REQUIRE(tables.size() == 1);
    const auto& table = std::get<FunctionalTable<Gupta<float>>>(tables.front());
    CHECK(table.cutoff_squared[1] == static_cast<float>(6.2 * 6.2));
    CHECK(table.cutoff_squared[2] == 0);
    CHECK((table.serves(0) && table.serves(1) && !table.serves(2)));

    spec.pairs.push_back({"melt.toml:7", 0, 1, argon});
    CHECK(contains(errors_of(spec), "melt.toml:7: pair Cu-Au has a [[many_body]] too"));
}

TEST_CASE("what is wrong with functionals is told with its place", "[functional]") {
    ForceFieldSpec spec = metals();
    SECTION("a pair is missing") {
        spec.functionals.pop_back();
        CHECK(contains(errors_of(spec),
                       "a: pair Cu-Au has no entry, but both species belong to 'gupta'; "
                       "add a [[many_body]] of type = \"gupta\" with species = "
                       "[\"Cu\", \"Au\"]"));
    }
    SECTION("a species has no entry with itself") {
        spec.functionals.erase(spec.functionals.begin() + 1);
        const std::string text = errors_of(spec);
        CHECK(contains(text, "c: pair Au-Cu: \"Au\" has no [[many_body]] with itself"));
        CHECK(contains(text, "pair Au-Au has no potential"));
    }
    SECTION("a pair is given twice") {
        spec.functionals.push_back({"d", 0, 1, alloy()});
        CHECK(contains(errors_of(spec), "d: pair Cu-Au is given twice"));
    }
    SECTION("the switch begins behind the cutoff") {
        GuptaParams late = copper();
        late.switch_from = late.cutoff;
        spec.functionals.front().params = late;
        CHECK(contains(errors_of(spec), "a: pair Cu-Cu: switch_from must lie below cutoff"));
    }
    SECTION("constants do not fit") {
        GuptaParams strong = copper();
        strong.xi = 1e30;
        spec.functionals.front().params = strong;
        CHECK(contains(errors_of(spec), "a: pair Cu-Cu: the constants of 'gupta' are too large"));
    }
}

TEST_CASE("slopes carry sixteen types and no more", "[functional]") {
    ForceFieldSpec spec;
    for (TypeId a = 0; a < 17; ++a) {
        spec.species.push_back("S" + std::to_string(a));
        for (TypeId b = 0; b <= a; ++b) spec.functionals.push_back({"a", a, b, copper()});
        const bool refused =
            contains(errors_of(spec), "a: [[many_body]] allows 16 species in a run");
        CHECK(refused == (a == 16));
    }
}

TEST_CASE("the estimate of a metal has a well where its neighbours are", "[functional]") {
    const EffectivePair pair(copper());
    const PotentialScale scale = pair.scale();
    CHECK(scale.energy > 0.1);
    CHECK(scale.energy < 0.4);
    CHECK(scale.length > 1.8);
    CHECK(scale.length < 2.556);
    CHECK(pair(6.5 * 6.5).energy == 0);
    const double h = 1e-5, r = 2.7;
    const double slope =
        (pair((r + h) * (r + h)).energy - pair((r - h) * (r - h)).energy) / (2 * h);
    CHECK(-slope == Approx(pair(r * r).force_over_r * r).epsilon(1e-6));
}

TEST_CASE("a crystal of copper has its cohesive energy and is at rest", "[functional]") {
    // Cleri and Rosato fit 3.544 eV an atom at 3.615 Angstrom, without a switch.
    const double a = 3.615;
    ForceFieldSpec spec;
    spec.species = {"Cu"};
    spec.functionals = {{"", 0, 0, copper()}};
    const ReferenceForces sum = reference_forces(
        ForceField(spec), cube(a),
        {{0, 0, 0}, {a / 2, a / 2, 0}, {a / 2, 0, a / 2}, {0, a / 2, a / 2}}, {0, 0, 0, 0});
    CHECK(sum.energy / 4 == Approx(-3.54).margin(0.03));
    for (const Vec3<double>& f : sum.force) CHECK(dot(f, f) < 1e-20);
}

TEST_CASE("forces are minus the gradient of the energy", "[functional]") {
    const ForceField field(metals());
    const EightAtoms c;
    const ReferenceForces sum = reference_forces(field, c.box, c.at, c.type);
    Vec3<double> total{0, 0, 0};
    const double h = 1e-5;
    for (std::size_t i = 0; i < c.at.size(); ++i) {
        total = total + sum.force[i];
        for (int d = 0; d < 3; ++d) {
            std::vector<Vec3<double>> ahead = c.at, back = c.at;
            ahead[i][d] += h;
            back[i][d] -= h;
            const double slope = (reference_forces(field, c.box, ahead, c.type).energy -
                                  reference_forces(field, c.box, back, c.type).energy) /
                                 (2 * h);
            CHECK(-slope == Approx(sum.force[i][d]).margin(2e-7).epsilon(1e-7));
        }
    }
    CHECK(dot(total, total) < 1e-20);
}

TEST_CASE("the virial is minus the change of the energy with strain", "[functional]") {
    const ForceField field(metals());
    const EightAtoms c;
    const ReferenceForces sum = reference_forces(field, c.box, c.at, c.type);
    const auto energy_at = [&](double factor) {
        std::vector<Vec3<double>> at = c.at;
        for (Vec3<double>& x : at) x = factor * x;
        return reference_forces(field, cube(5.2 * factor), at, c.type).energy;
    };
    const double h = 1e-5;
    const double slope = (energy_at(1 + h) - energy_at(1 - h)) / (2 * h);
    CHECK(-slope == Approx(sum.virial[0] + sum.virial[1] + sum.virial[2]).epsilon(1e-6));
}
