// SPDX-License-Identifier: BSD-3-Clause
// Formulas against their own gradients and published numbers, and their numbers against them.
#include <cmath>
#include <numbers>
#include <set>

#include "core/error.hpp"
#include "physics/pair/pair_table.hpp"
#include "physics/pair/sample_formula.hpp"
#include "physics/potentials.hpp"
#include "physics/sampled_formulas.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

double energy_at(const PairFormula& formula, double r) { return formula.at(r * r).energy; }
double force_at(const PairFormula& formula, double r) { return formula.at(r * r).force_over_r * r; }

/// -dV/dr by differences of fourth order.
double slope_at(const PairFormula& formula, double r, double h) {
    return -(8 * (energy_at(formula, r + h) - energy_at(formula, r - h)) -
             (energy_at(formula, r + 2 * h) - energy_at(formula, r - 2 * h))) /
           (12 * h);
}

/// Numbers between 0 and 1 that fill it evenly, without a pattern.
double spread(int i) { return std::fmod(0.5 + i * std::numbers::phi, 1.0); }

std::string text_of(const InputError& error) { return error.what(); }

/// What the force field says to an interaction.
std::string fault_of_pair(const TableParams& params, double cutoff) {
    try {
        single(params, Truncation::cut, cutoff);
    } catch (const InputError& error) {
        return text_of(error);
    }
    return {};
}

} // namespace

TEST_CASE("every sampled formula is tried", "[sampled]") {
    std::set<std::size_t> tried;
    for (const SampledCase& one : cases_of_all_formulas()) tried.insert(one.params.index());
    CHECK(tried.size() == std::variant_size_v<SampledPotentials>);
}

TEST_CASE("the force of a formula is minus the gradient of its energy", "[sampled]") {
    for (const SampledCase& one : cases_of_all_formulas()) {
        const auto formula = formula_in(one.params);
        INFO(formula->name());
        for (int i = 0; i < 300; ++i) {
            const double r = one.from + (one.cutoff - one.from) * (0.01 + 0.98 * spread(i));
            const double h = 2e-4 * r;
            if (std::abs(r - formula->shape().range) < 4 * h) continue; // its curvature jumps there
            const double size =
                std::abs(force_at(*formula, r)) + std::abs(energy_at(*formula, r)) / r;
            REQUIRE(std::abs(force_at(*formula, r) - slope_at(*formula, r, h)) <= 1e-9 * size);
        }
    }
}

TEST_CASE("the numbers follow the formula as closely as is promised", "[sampled]") {
    for (const SampledCase& one : cases_of_all_formulas()) {
        const auto formula = formula_in(one.params);
        const double exact_from = formula->shape().exact_from;
        INFO(formula->name() << " up to " << one.cutoff);
        const ForceField field = single(potential_by(one.params), Truncation::cut, one.cutoff);
        double worst_exact = 0, worst_rough = 0;
        for (int i = 0; i < 20000; ++i) {
            const double s = one.from * one.from + (one.cutoff * one.cutoff - one.from * one.from) *
                                                       std::pow(spread(i), i % 2 == 0 ? 1 : 4);
            const PairTerm<double> expected = formula->at(s);
            const PairTerm<double> found = field.evaluate(0, 0, s);
            const double size = std::abs(expected.energy) + s * std::abs(expected.force_over_r);
            if (!(size > 0)) continue;
            const double error = std::max(std::abs(found.energy - expected.energy),
                                          s * std::abs(found.force_over_r - expected.force_over_r));
            double& worst = s < exact_from * exact_from ? worst_rough : worst_exact;
            worst = std::max(worst, error / size);
        }
        CHECK(worst_exact < 1.05 * exact_sampling);
        CHECK(worst_rough < 1.05 * rough_sampling);
    }
}

TEST_CASE("formulas have their published values", "[sampled]") {
    // Girifalco and Weizer, Phys. Rev. 114, 687 (1959): the Morse potential of copper.
    const MorseParams copper{0.3429, 1.3588, 2.866};
    CHECK(term_of(copper, 2.866 * 2.866).energy == Approx(-0.3429).epsilon(1e-14));
    CHECK(std::abs(term_of(copper, 2.866 * 2.866).force_over_r) < 1e-14);
    // A Mie potential of 12-6 is Lennard-Jones.
    const LennardJones<double> lj({0.7, 1.3});
    const MieParams mie{0.7, 1.3, 12, 6};
    for (const double r2 : {1.2, 2.1, 5.7}) {
        CHECK(term_of(mie, r2).energy == Approx(lj(r2).energy).epsilon(1e-12));
        CHECK(term_of(mie, r2).force_over_r == Approx(lj(r2).force_over_r).epsilon(1e-12));
    }
    // Its well is as deep as it says, for any exponents.
    const MieParams steep{0.7, 1.3, 20, 7};
    const double minimum = 1.3 * std::pow(20.0 / 7, 1.0 / 13);
    CHECK(term_of(steep, minimum * minimum).energy == Approx(-0.7).epsilon(1e-12));
    // WCA is zero at its end, epsilon at sigma.
    CHECK(term_of(WcaParams{0.9, 1.1}, 1.21).energy == Approx(0.9).epsilon(1e-14));
    CHECK(term_of(WcaParams{0.9, 1.1}, 1.21 * std::cbrt(2.0) * 1.0000001).energy == 0);
    CHECK(term_of(SoftCosineParams{4, 1.2}, 0).energy == Approx(8));
    CHECK(term_of(SoftCosineParams{4, 1.2}, 0.36).energy == Approx(4).epsilon(1e-14));
    CHECK(term_of(GaussianParams{3, 2}, 4).energy == Approx(3 / std::numbers::e).epsilon(1e-14));
}

TEST_CASE("two nuclei that are close repel each other by their charges", "[sampled]") {
    // phi(0) = 1 of the universal screening, to the digits of its coefficients.
    const ZblParams copper = zbl_of("Cu", "Cu");
    const double r = 1e-7;
    CHECK(term_of(copper, r * r).energy * r == Approx(29 * 29 * 14.39964548).epsilon(2e-5));
    // Screening at one and at ten screening lengths, by hand from the coefficients.
    const double a = 0.4685 / (2 * std::pow(29.0, 0.23));
    const auto screened = [&](double x) {
        return 0.18175 * std::exp(-3.1998 * x) + 0.50986 * std::exp(-0.94229 * x) +
               0.28022 * std::exp(-0.4029 * x) + 0.02817 * std::exp(-0.20162 * x);
    };
    for (const double x : {1.0, 10.0}) {
        const double distance = x * a;
        CHECK(term_of(copper, distance * distance).energy ==
              Approx(841 * 14.39964548 / distance * screened(x)).epsilon(1e-9));
    }
    CHECK(atomic_number("U") == 92);
    CHECK(atomic_number("cu") == 0);
}

TEST_CASE("inside the numbers the force over r stays what it is", "[sampled]") {
    for (const SampledCase& one : cases_of_all_formulas()) {
        const ForceField field = single(potential_by(one.params), Truncation::cut, one.cutoff);
        const double first = field.scale(0, 0)->first_row;
        INFO("formula " << one.params.index());
        const PairTerm<double> at_zero = field.evaluate(0, 0, 0);
        CHECK(std::isfinite(at_zero.energy));
        CHECK(at_zero.force_over_r ==
              Approx(field.evaluate(0, 0, first * first).force_over_r).margin(1e-9));
        CHECK((std::get_if<GaussianParams>(&one.params) || at_zero.force_over_r > -1e-9 ||
               std::get_if<SoftCosineParams>(&one.params)));
    }
}

TEST_CASE("a potential that falls begins at its maximum", "[sampled]") {
    const BuckinghamParams params{22764.3, 0.149, 27.88};
    const ForceField field = single(potential_by(params), Truncation::cut, 10);
    const double maximum = field.scale(0, 0)->maximum;
    CHECK(maximum > 0.7);
    CHECK(maximum < 0.95);
    CHECK(field.scale(0, 0)->first_row == Approx(maximum));
    CHECK(term_of(params, maximum * maximum * 1.0001).force_over_r > 0);
    CHECK(term_of(params, maximum * maximum * 0.9999).force_over_r < 0);
    // Inside, the numbers neither attract nor repel.
    CHECK(std::abs(field.evaluate(0, 0, 0.25 * maximum * maximum).force_over_r) < 1e-6);
}

TEST_CASE("a potential that only falls is refused, unless another keeps atoms apart", "[sampled]") {
    const TableParams attraction = potential_by(YukawaParams{-1, 1});
    CHECK(fault_of_pair(attraction, 5).find("falls to minus infinity") != std::string::npos);
    const SumParams<LennardJonesParams, TableParams> sum{{1, 1}, attraction};
    CHECK(single(sum, Truncation::cut, 5).evaluate(0, 0, 1).energy ==
          Approx(-std::exp(-1.0)).epsilon(1e-7));
}

TEST_CASE("what cannot be kept as numbers is refused in words", "[sampled]") {
    CHECK(fault_of_pair(potential_by(zbl_of("Cu", "Cu")), 12).find("shorter cutoff") !=
          std::string::npos);
    CHECK(fault_of_pair(potential_by(MieParams{1, 1, 12, 6}), 0.2).find("not computed") !=
          std::string::npos);
}

TEST_CASE("two formulas are one curve, also with a file", "[sampled]") {
    const TableParams morse = potential_by(MorseParams{0.7, 2, 1.1});
    const TableParams yukawa = potential_by(YukawaParams{0.5, 2});
    const TableParams file = tabulated_yukawa();
    const ForceField both = single(join(morse, yukawa).value(), Truncation::cut);
    const ForceField with_file = single(join(file, morse).value(), Truncation::cut);
    const ForceField alone = single(morse, Truncation::cut);
    const ForceField other = single(yukawa, Truncation::cut);
    const ForceField rows = single(file, Truncation::cut);
    for (double r = 0.71; r < 2.5; r += 0.0137) {
        const double s = r * r;
        const double first = alone.evaluate(0, 0, s).force_over_r;
        const double size = 10 + std::abs(first);
        CHECK(std::abs(both.evaluate(0, 0, s).force_over_r - first -
                       other.evaluate(0, 0, s).force_over_r) < 3e-8 * size);
        CHECK(std::abs(with_file.evaluate(0, 0, s).force_over_r - first -
                       rows.evaluate(0, 0, s).force_over_r) < 3e-8 * size);
    }
    CHECK_FALSE(join(file, file).has_value());
    CHECK(name_of(join(morse, yukawa).value()) == "morse + yukawa");
}

TEST_CASE("all formulas of a run are one walk", "[sampled]") {
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {{"", 0, 0, PairInteraction{potential_by(MieParams{1, 1, 12, 6}), 2.5}},
                  {"", 0, 1, PairInteraction{potential_by(MorseParams{1, 5, 1.1}), 2.0}},
                  {"", 1, 1, PairInteraction{potential_by(YukawaParams{1, 2}), 3.0}}};
    CHECK(make_pair_tables<float>(ForceField(spec)).size() == 1);
}

TEST_CASE("tails by quadrature are those in closed form", "[sampled]") {
    const LennardJonesParams lj{0.7, 1.3};
    const TailIntegrals mie = tail_integrals(*formula_of(MieParams{0.7, 1.3, 12, 6}), 3);
    CHECK(mie.energy == Approx(tail_energy_integral(lj, 3)).epsilon(1e-10));
    CHECK(mie.virial == Approx(tail_virial_integral(lj, 3)).epsilon(1e-10));
    const double kappa = 1.5, rc = 2;
    const TailIntegrals yukawa = tail_integrals(*formula_of(YukawaParams{2, kappa}), rc);
    const double closed = 2 * std::exp(-kappa * rc) * (rc / kappa + 1 / (kappa * kappa));
    CHECK(yukawa.energy == Approx(closed).epsilon(1e-9));
    // By parts: the integral of r^3 V' is -r_c^3 V(r_c) - 3 times that of r^2 V.
    CHECK(yukawa.virial == Approx(-rc * rc * 2 * std::exp(-kappa * rc) - 3 * closed).epsilon(1e-9));
}

TEST_CASE("formulas are mixed by their own rules", "[sampled]") {
    const auto mixed = mix(potential_by(MieParams{1, 1, 12, 6}),
                           potential_by(MieParams{4, 2, 14, 6}), MixingRule::arithmetic);
    REQUIRE(mixed);
    const double n = 3 + std::sqrt(9.0 * 11.0);
    CHECK(mixed->formula->at(1.7).energy ==
          Approx(term_of(MieParams{2, 1.5, n, 6}, 1.7).energy).epsilon(1e-12));
    const TableParams buckingham = potential_by(BuckinghamParams{1e4, 0.2, 3});
    CHECK(mix(buckingham, buckingham, MixingRule::geometric).has_value());
    CHECK_FALSE(mix(buckingham, buckingham, MixingRule::arithmetic).has_value());
    const TableParams morse = potential_by(MorseParams{1, 1, 1});
    CHECK_FALSE(mix(morse, morse, MixingRule::geometric).has_value());
    CHECK_FALSE(mix(morse, buckingham, MixingRule::geometric).has_value());
}

TEST_CASE("parameters that make no sense are named", "[sampled]") {
    CHECK(fault_of(MieParams{1, 1, 6, 12}).find("larger") != std::string_view::npos);
    CHECK(fault_of(MieParams{1, 1, 12, 6}).empty());
    ZblParams zbl;
    const Units metal(UnitSystem::metal), lj(UnitSystem::lj);
    const std::array<std::string, 2> letters{"A", "Cu"};
    CHECK(complete(zbl, {lj, letters}).find("electron volts") != std::string::npos);
    CHECK(complete(zbl, {metal, letters}).find("no element") != std::string::npos);
    zbl.atomic_numbers = {18};
    CHECK(complete(zbl, {metal, letters}).find("two numbers") != std::string::npos);
}
