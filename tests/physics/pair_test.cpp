// SPDX-License-Identifier: BSD-3-Clause
// What every potential of the list, under every truncation, must do.
#include <algorithm>
#include <cmath>
#include <set>
#include <variant>

#include "physics/pair/pair_table.hpp"
#include "physics/potentials.hpp"
#include "physics/test_pack.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

double energy_at(const ForceField& field, double r) { return field.evaluate(0, 0, r * r).energy; }
double force_at(const ForceField& field, double r) {
    return field.evaluate(0, 0, r * r).force_over_r * r;
}

/// -dE/dr by differences of fourth order.
double slope_at(const ForceField& field, double r, double h) {
    return -(8 * (energy_at(field, r + h) - energy_at(field, r - h)) -
             (energy_at(field, r + 2 * h) - energy_at(field, r - 2 * h))) /
           (12 * h);
}

bool uses_samples(const PairPotentialParams& params) {
    return std::visit(
        []<class Params>(const Params&) { return PairPotential<Params, double>::uses_samples; },
        params);
}

/// Calls check(table) with each table of the force field.
template <class Real, class Check> void for_tables(const ForceField& field, Check check) {
    for (const auto& any : make_pair_tables<Real>(field))
        std::visit([&](const auto& table) { check(table); }, any);
}

} // namespace

TEST_CASE("every potential of the list is tried", "[pair]") {
    std::set<std::size_t> tried;
    for (const PairPotentialParams& params : instances_of_all_potentials())
        tried.insert(params.index());
    CHECK(tried.size() == std::variant_size_v<PairPotentialParams>);
}

TEST_CASE("force is minus the gradient of the energy", "[pair]") {
    for (const PairPotentialParams& params : instances_of_all_potentials()) {
        for (const Truncation truncation : all_truncations()) {
            const ForceField field = single(params, truncation);
            const bool table = uses_samples(params);
            double worst = 0;
            for (double r = 0.75; r < 2.49; r += 0.00137) {
                // A table is a piecewise cubic: differences across a knot are of lower order.
                const double h = table ? 1e-5 : 2e-4;
                const double force = force_at(field, r);
                worst = std::max(worst, std::abs(force - slope_at(field, r, h)) /
                                            std::max(1.0, std::abs(force)));
            }
            INFO("potential " << params.index() << ", truncation " << enum_name(truncation));
            CHECK(worst < (table ? 1e-5 : 1e-8));
        }
    }
}

TEST_CASE("each truncation is as smooth at the cutoff as it says", "[pair]") {
    for (const PairPotentialParams& params : instances_of_all_potentials()) {
        const double cutoff = 2.5;
        const double before = cutoff - 1e-9;
        const ForceField cut = single(params, Truncation::cut);
        CHECK(std::abs(energy_at(cut, before)) > 1e-3);
        CHECK(std::abs(force_at(cut, before)) > 1e-3);

        const ForceField shift = single(params, Truncation::shift);
        CHECK(std::abs(energy_at(shift, before)) < 1e-9);
        CHECK(force_at(shift, before) == force_at(cut, before));

        const ForceField force_shift = single(params, Truncation::force_shift);
        CHECK(std::abs(energy_at(force_shift, before)) < 1e-12);
        CHECK(std::abs(force_at(force_shift, before)) < 1e-9);

        const ForceField smooth = single(params, Truncation::smooth);
        CHECK(std::abs(energy_at(smooth, before)) < 1e-15);
        CHECK(std::abs(force_at(smooth, before)) < 1e-15);
        CHECK(std::abs(force_at(smooth, cutoff - 1e-4)) < 1e-6); // its slope vanishes, too
        CHECK(energy_at(smooth, 1.9) == Approx(energy_at(cut, 1.9)).epsilon(1e-14));
        CHECK(std::abs(energy_at(smooth, 2.0 + 1e-9) - energy_at(smooth, 2.0 - 1e-9)) < 1e-8);
        CHECK(std::abs(force_at(smooth, 2.0 + 1e-7) - force_at(smooth, 2.0 - 1e-7)) < 1e-6);

        for (const Truncation truncation : all_truncations()) {
            const ForceField field = single(params, truncation);
            CHECK(field.evaluate(0, 0, cutoff * cutoff).energy == 0);
            CHECK(field.evaluate(0, 0, cutoff * cutoff).force_over_r == 0);
            CHECK(field.evaluate(0, 0, 100.0).energy == 0);
        }
    }
}

TEST_CASE("the tables for drivers follow the double-precision reference", "[pair]") {
    for (const PairPotentialParams& params : instances_of_all_potentials()) {
        for (const Truncation truncation : all_truncations()) {
            const ForceField field = single(params, truncation);
            INFO("potential " << params.index() << ", truncation " << enum_name(truncation));
            for_tables<double>(field, [&](const auto& table) {
                for (double r = 0.72; r < 2.5; r += 0.01) {
                    const auto found =
                        evaluate_potential(table.potential[0], r * r, table.samples.data());
                    const auto expected = field.evaluate(0, 0, r * r);
                    REQUIRE(found.energy == expected.energy);
                    REQUIRE(found.force_over_r == expected.force_over_r);
                }
            });
            double worst_energy = 0;
            double worst_force = 0;
            for_tables<float>(field, [&](const auto& table) {
                REQUIRE(table.cutoff_squared[0] == 6.25f);
                for (double r = 0.72; r < 2.499; r += 0.003) {
                    const auto r2 = static_cast<float>(r * r);
                    const auto found =
                        evaluate_potential(table.potential[0], r2, table.samples.data());
                    const auto expected = field.evaluate(0, 0, double{r2});
                    // Two terms of opposite sign: what they sum to may be smaller than either.
                    const double scale = 4 * std::pow(r, -12) + 4 * std::pow(r, -6);
                    worst_energy =
                        std::max(worst_energy, std::abs(found.energy - expected.energy) / scale);
                    worst_force =
                        std::max(worst_force, std::abs(found.force_over_r - expected.force_over_r) *
                                                  r * r / (12 * scale));
                }
            });
            CHECK(worst_energy < 3e-6);
            CHECK(worst_force < 3e-6);
        }
    }
}

TEST_CASE("a potential of packs gives the bits of the scalar potential in every lane", "[pair]") {
    const std::array<double, 4> r{0.65, 1.1, 2.2, 2.7};
    const auto check = [&]<class Real>(Real) {
        using Pack = TestPack<Real>;
        for (const PairPotentialParams& params : instances_of_all_potentials()) {
            for (const Truncation truncation : all_truncations()) {
                for_tables<Real>(single(params, truncation), [&](const auto& table) {
                    const auto wide = widened<Pack>(table.potential[0]);
                    const Pack r2 =
                        Pack::each([&](std::size_t i) { return static_cast<Real>(r[i] * r[i]); });
                    const PairTerm<Pack> found = evaluate_potential(wide, r2, table.samples.data());
                    for (std::size_t i = 0; i < Pack::lanes; ++i) {
                        const auto expected = evaluate_potential(table.potential[0], r2.lane[i],
                                                                 table.samples.data());
                        CHECK(found.energy.lane[i] == expected.energy);
                        CHECK(found.force_over_r.lane[i] == expected.force_over_r);
                    }
                });
            }
        }
    };
    check(0.0f);
    check(0.0);
}

TEST_CASE("Lennard-Jones has its textbook points", "[pair]") {
    const ForceField field = single(LennardJonesParams{0.7, 1.3}, Truncation::cut, 4.0);
    CHECK(std::abs(energy_at(field, 1.3)) < 1e-14);
    const double minimum_at = 1.3 * std::pow(2.0, 1.0 / 6);
    CHECK(energy_at(field, minimum_at) == Approx(-0.7).epsilon(1e-14));
    CHECK(std::abs(force_at(field, minimum_at)) < 1e-13);
    CHECK(force_at(field, 1.3) == Approx(24 * 0.7 / 1.3).epsilon(1e-14));
}

TEST_CASE("the linear force shift is that of its definition", "[pair]") {
    const double rc = 2.5;
    const ForceField plain = single(LennardJonesParams{1, 1}, Truncation::cut, 10.0);
    const ForceField shifted = single(LennardJonesParams{1, 1}, Truncation::force_shift, rc);
    for (const double r : {0.9, 1.5, 2.4}) {
        const double expected =
            energy_at(plain, r) - energy_at(plain, rc) + force_at(plain, rc) * (r - rc);
        CHECK(energy_at(shifted, r) == Approx(expected).epsilon(1e-13));
    }
}

TEST_CASE("a float potential stays finite at any distance it may be asked for", "[pair]") {
    for (const PairPotentialParams& params : instances_of_all_potentials()) {
        for (const Truncation truncation : all_truncations()) {
            for_tables<float>(single(params, truncation), [&](const auto& table) {
                for (const float r2 : {1e-4f, 1e-2f, 1e2f, 1e6f}) {
                    const auto term =
                        evaluate_potential(table.potential[0], r2, table.samples.data());
                    CHECK(std::isfinite(term.energy));
                    CHECK(std::isfinite(term.force_over_r));
                }
            });
        }
    }
}
