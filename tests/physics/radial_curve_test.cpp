// SPDX-License-Identifier: BSD-3-Clause
// The curves from which drivers read densities and forces of a functional, against itself.
#include <algorithm>
#include <cmath>
#include <functional>

#include "physics/curve/functional_curves.hpp"
#include "support/catch.hpp"
#include "support/eam_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Function = std::function<double(double)>;

/// What a curve says of a function, as kernels compute it.
double on_curve(const StoredRadialCurve& stored, std::size_t width, std::size_t which, float r2) {
    const RadialCurve::Place at = stored.curve.place_of(r2);
    const std::size_t piece =
        at.piece_and_rounding - std::bit_cast<std::uint32_t>(RadialCurve::rounding);
    const CurvePiece& found = stored.pieces.at(piece * width + which);
    return static_cast<double>(found.at(at.place)) * stored.curve.unit;
}

/// The largest value of a function near a distance and from the nearest neighbours on.
double yardstick(const Function& function, double r2, double nearest, double cutoff2) {
    double largest = 0;
    for (int k = -8; k <= 8; ++k)
        largest = std::max(largest, std::abs(function(std::min(r2 * (1 + 0.011 * k), cutoff2))));
    for (double s = nearest * nearest; s < cutoff2; s *= 1.01)
        largest = std::max(largest, std::abs(function(s)));
    return largest;
}

void check_curve(const StoredRadialCurve& stored, const std::vector<Function>& functions,
                 float cutoff2, double nearest) {
    REQUIRE(!stored.pieces.empty());
    REQUIRE(stored.pieces.size() <= functions.size() * most_radial_pieces);
    CHECK(stored.curve.core2 < nearest * nearest);
    for (std::size_t f = 0; f < functions.size(); ++f) {
        double worst = 0;
        for (float r2 = std::nextafter(stored.curve.core2, cutoff2); r2 < cutoff2; r2 *= 1.0002f) {
            const double off =
                std::abs(on_curve(stored, functions.size(), f, r2) - functions[f](r2));
            worst = std::max(worst, off / yardstick(functions[f], r2, nearest, cutoff2));
        }
        CAPTURE(f);
        CHECK(worst < largest_curve_error + 2e-6); // distances are floats
        CHECK(worst > 1e-9);                       // something was compared
    }
}

} // namespace

TEST_CASE("curves of a functional are as close to it as promised") {
    for (const ForceFieldSpec& spec :
         {eam_spec(1), [] {
              ForceFieldSpec gupta;
              gupta.species = {"A"};
              gupta.functionals = {{"", 0, 0, GuptaParams{0.2, 1.2, 10, 2.6, 1.1, 2.3, 1.84}}};
              return gupta;
          }()}) {
        const auto any = make_functional_tables<float>(ForceField(spec)).front();
        const FunctionalCurves curves = functional_curves(any);
        std::visit(
            [&](const auto& table) {
                const auto wide = widened<double>(table.functional.front());
                const std::vector<double> samples(table.samples.begin(), table.samples.end());
                const auto force = [&](double r2, double slope) {
                    return evaluate_functional<true>(wide, r2, slope, 0.0, samples.data())
                        .force_over_r;
                };
                const float cutoff2 = table.cutoff_squared.front();
                check_curve(curves.density,
                            {[&](double r2) { return evaluate_density(wide, r2, samples.data()); }},
                            cutoff2, table.nearest);
                check_curve(curves.force,
                            {[&](double r2) { return force(r2, 0); },
                             [&](double r2) { return force(r2, 1) - force(r2, 0); }},
                            cutoff2, table.nearest);
            },
            any);
    }
}

TEST_CASE("splines with sharp bends at their knots have curves") {
    const double knots = 0.01;
    const auto zigzag = [knots](double r2) {
        const double steps = std::sqrt(r2) / knots;
        const double part = steps - std::floor(steps);
        return 1 + 0.01 * part * (1 - part) +
               (std::fmod(std::floor(steps), 2.0) - 0.5) * 0.01 * part;
    };
    const auto smooth = [](double r2) { return std::exp(-r2); };
    CHECK(!make_radial_curve({smooth}, 4, {0, 1}).pieces.empty());
    check_curve(make_radial_curve({smooth, smooth}, 4, {knots, 1}), {smooth, smooth}, 4, 1);
    CHECK(make_radial_curve({zigzag}, 4, {0, 1}).pieces.empty());
}

TEST_CASE("functions that no curve can follow have none") {
    const auto rough = [](double r2) { return std::sin(1e4 * r2); };
    CHECK(make_radial_curve({rough}, 4, {0, 1}).pieces.empty());
    CHECK(make_radial_curve({rough}, 4, {0, 3}).pieces.empty()); // nothing beyond the core
    const auto endless = [](double r2) { return 1 / (r2 - 2); };
    CHECK(make_radial_curve({endless}, 4, {0, 1}).pieces.empty());
}
