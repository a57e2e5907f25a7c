// SPDX-License-Identifier: BSD-3-Clause
// The curve from which drivers read the forces of a table, against the table itself.
#include <algorithm>
#include <cmath>
#include <variant>

#include "physics/curve/potential_curve.hpp"
#include "physics/potentials.hpp"
#include "physics/sampled_formulas.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

StoredCurve curve_of(const PairPotentialParams& params, Truncation truncation,
                     double cutoff = 2.5) {
    const ForceField field = single(params, truncation, cutoff, 0.8 * cutoff);
    return potential_curve(make_pair_tables<float>(field).front());
}

float on_curve(const StoredCurve& stored, float r2) {
    const ForceCurve::Place at = stored.curve.place_of(r2);
    return stored.pieces.at(at.piece - stored.curve.first).at(at.place);
}

/// The largest F/r of a field within 9 % of an r^2 that the curve describes.
double largest_near(const ForceField& field, double r2, double core, double cutoff2) {
    double largest = 0;
    for (int k = -8; k <= 8; ++k) {
        const double near = std::clamp(r2 * (1 + 0.011 * k), core, cutoff2 * (1 - 1e-9));
        largest = std::max(largest, std::abs(field.evaluate(0, 0, near).force_over_r));
    }
    return largest;
}

/// The largest error of a curve beyond its core, as a part of the largest F/r nearby.
double worst_beyond_core(const StoredCurve& stored, const ForceField& field, double cutoff = 2.5) {
    const auto cutoff2 = static_cast<float>(cutoff * cutoff);
    const float core = stored.curve.core;
    double worst = 0;
    for (float r2 = std::nextafter(core, cutoff2); r2 < cutoff2; r2 *= 1.00003f) {
        const double off = std::abs(on_curve(stored, r2) - field.evaluate(0, 0, r2).force_over_r);
        worst = std::max(worst, off / largest_near(field, r2, core, cutoff2));
    }
    return worst;
}

/// The curve against the potential in double precision; both may round.
void check_curve(const StoredCurve& stored, const ForceField& field, double cutoff = 2.5) {
    REQUIRE(!stored.pieces.empty());
    REQUIRE(stored.pieces.size() <= most_curve_pieces);
    const double worst = worst_beyond_core(stored, field, cutoff);
    CHECK(worst < largest_curve_error + 1e-6);
    CHECK(worst > 1e-9); // something was compared
}

void check_curve(const PairPotentialParams& params, Truncation truncation, double cutoff = 2.5) {
    CAPTURE(static_cast<int>(truncation), cutoff);
    const ForceField field = single(params, truncation, cutoff, 0.8 * cutoff);
    check_curve(curve_of(params, truncation, cutoff), field, cutoff);
}

/// Calls use(field, table) for potentials with a well and all their truncations, but for one of
/// which no curve is close enough.
template <class Use> void for_each_with_well(const Use& use) {
    for (const Truncation truncation : all_truncations()) {
        for (const PairPotentialParams& params :
             {PairPotentialParams(tabulated_lennard_jones(2000, false)),
              PairPotentialParams(potential_by(MieParams{1, 1, 14, 6})),
              PairPotentialParams(potential_by(MorseParams{1, 4, 1.2})),
              PairPotentialParams(lennard_jones_and_yukawa())}) {
            CAPTURE(static_cast<int>(truncation));
            const bool sum =
                std::holds_alternative<SumParams<LennardJonesParams, TableParams>>(params);
            if (sum && truncation == Truncation::force_shift) continue;
            const ForceField field = single(params, truncation);
            use(field, make_pair_tables<float>(field).front());
        }
    }
}

template <class Force> TableParams table_of(Force force, double from, double to, int rows) {
    return tabulated([](double) { return 0.0; }, force, from, to, rows, false);
}

} // namespace

TEST_CASE("a curve is as close to its table as promised") {
    for (const Truncation truncation : {Truncation::cut, Truncation::shift, Truncation::smooth}) {
        check_curve(tabulated_lennard_jones(2000, false), truncation);
        check_curve(tabulated_lennard_jones(4000, true), truncation);
    }
    check_curve(tabulated_lennard_jones(4000, true), Truncation::shift, 1.12);
    check_curve(tabulated_lennard_jones(4000, true), Truncation::cut, 2.0); // begins a piece
}

TEST_CASE("a curve begins where the energy is far above the depth of the well") {
    for_each_with_well([](const ForceField& field, const AnyPairTable<float>& table) {
        const StoredCurve stored = potential_curve(table);
        check_curve(stored, field);
        CHECK(field.evaluate(0, 0, stored.curve.core).energy > 25);
        CHECK(stored.pieces.size() <= potential_curve_beyond_core(table).pieces.size());
    });
}

TEST_CASE("a curve of a sum without a well reaches as far down as it can") {
    for (const Truncation truncation : {Truncation::cut, Truncation::shift, Truncation::smooth}) {
        const auto params = lennard_jones_and_yukawa();
        const ForceField field = single(params, truncation, 0.95, 0.8 * 0.95);
        const StoredCurve stored = curve_of(params, truncation, 0.95);
        check_curve(stored, field, 0.95);
        CHECK(stored.curve.core < 0.5f * 0.5f);
    }
}

TEST_CASE("a curve beyond a core is as close, and atoms hardly ever enter its core") {
    for_each_with_well([](const ForceField& field, const AnyPairTable<float>& table) {
        const StoredCurve stored = potential_curve_beyond_core(table);
        check_curve(stored, field);
        CHECK(field.evaluate(0, 0, stored.curve.core).energy > 6);
    });
}

TEST_CASE("there is no curve beyond a core into which atoms come") {
    // Lennard-Jones with steps near its minimum.
    const auto lj = [](double r) { return 48 * std::pow(r, -13) - 24 * std::pow(r, -7); };
    int row = 0;
    const auto rough = [&](double r) { return lj(r) + (r < 1.3 ? 0.1 * (++row % 2) : 0.0); };
    const ForceField field = single(table_of(rough, 0.7, 3, 2000), Truncation::cut);
    CHECK(potential_curve_beyond_core(make_pair_tables<float>(field).front()).pieces.empty());
}

TEST_CASE("without a well, a curve holds the force inside the first row and at its ends") {
    const StoredCurve stored =
        curve_of(tabulated_lennard_jones(2000, false), Truncation::shift, 1.1);
    const float core = stored.curve.core;
    CHECK(std::abs(core - 0.49f) < 1e-6f);
    const float inside = on_curve(stored, 0.0f);
    CHECK(on_curve(stored, 0.3f) == inside);
    CHECK(on_curve(stored, core) == inside);
    CHECK(std::abs(on_curve(stored, std::nextafter(core, 1.0f)) / inside - 1) < 1e-5);
    CHECK(on_curve(stored, std::nextafter(1.21f, 0.0f)) > 0);
}

TEST_CASE("there is no curve where it would not be close or small enough") {
    const auto lj = [](double r) { return 48 * std::pow(r, -13) - 24 * std::pow(r, -7); };
    CHECK(curve_of(LennardJonesParams{1, 1}, Truncation::shift).pieces.empty());
    // Grows towards zero inside the first row, and has no well.
    CHECK(curve_of(tabulated_lennard_jones(2000, false), Truncation::force_shift, 1.1)
              .pieces.empty());
    // Too wide a range without a well.
    CHECK(curve_of(table_of(lj, 0.05, 3, 20000), Truncation::cut).pieces.empty());
    // Steps from row to row.
    int row = 0;
    const auto rough = [&](double r) { return lj(r) + 0.1 * (++row % 2); };
    CHECK(curve_of(table_of(rough, 0.7, 3, 2000), Truncation::cut).pieces.empty());
}

TEST_CASE("a curve of a constant F/r is that constant, of no force none") {
    const auto constant = [](double) { return 3.0; };
    const StoredCurve stored = make_force_curve(constant, 2.0f);
    REQUIRE(!stored.pieces.empty());
    for (const float r2 : {0.0f, 0.5f, 1.0f, 1.5f, std::nextafter(2.0f, 0.0f)})
        CHECK(on_curve(stored, r2) == 3.0f);
    CHECK(make_force_curve(constant, 0.0f).pieces.empty());
}
