// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/structure_averages.hpp"

#include <cmath>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double turn = 6.283185307179586;
const LowerTriangular<double> edges{10, 0, 10, 0, 0, 10};
const WaveShells shells{2 * turn / 10, 4, 0};

StructureAverages averages_of(std::vector<std::int64_t> atoms) {
    StructureAverages averages(shells, std::move(atoms));
    averages.choose_waves(edges);
    return averages;
}

/// Modes that are the same at all waves: of each type a cosine and a sine.
DensityModes modes_of(const StructureAverages& averages, const std::vector<std::int64_t>& parts) {
    DensityModes modes(averages.waves().size(), averages.types(), {0});
    for (std::size_t i = 0; i < modes.sums.size(); ++i) modes.sums[i] = parts[i % parts.size()];
    return modes;
}

} // namespace

TEST_CASE("the structure factor is the square of the density's modes for each atom") {
    StructureAverages averages = averages_of({100});
    averages.add(modes_of(averages, {6, 8}), edges);
    averages.add(modes_of(averages, {0, -20}), edges);
    const StructureAverages::Factors found = averages.factors();
    REQUIRE(found.factor.size() == 3); // nothing is in the first quarter
    for (const MeanWithError& factor : found.factor) CHECK(factor.value == Approx((1 + 4) / 2.0));
    // Waves of 1, of the roots of 2, of 3, and of 2 lie in the shells up to 1, 1.5 and 2.
    CHECK(found.vectors == std::vector<double>{3, 6, 7});
    CHECK(found.wave_number[0] == Approx(turn / 10));
    CHECK(found.wave_number[2] == Approx(turn / 10 * (4 * std::sqrt(3.0) + 3 * 2) / 7));
}

TEST_CASE("partial structure factors are of pairs of species, and add up to that of all") {
    const std::vector<std::int64_t> atoms{90, 10};
    StructureAverages averages = averages_of(atoms);
    averages.add(modes_of(averages, {3, 4, -2, 1}), edges);
    averages.add(modes_of(averages, {1, 0, 5, 2}), edges);
    const StructureAverages::Factors found = averages.factors();
    REQUIRE(found.partial.size() == 3);
    CHECK(found.partial[0].factor[0].value == Approx((25 + 1) / 2.0 / 90));
    CHECK(found.partial[1].factor[0].value == Approx((-2 + 5) / 2.0 / std::sqrt(900.0)));
    CHECK(found.partial[2].factor[0].value == Approx((5 + 29) / 2.0 / 10));
    CHECK(found.partial[1].first == 0);
    CHECK(found.partial[1].second == 1);
    const double squares = (1 + 25 + 36 + 4) / 2.0; // of the sums over both
    for (std::size_t line = 0; line < 3; ++line) {
        const double sum = 0.9 * found.partial[0].factor[line].value +
                           2 * 0.3 * found.partial[1].factor[line].value +
                           0.1 * found.partial[2].factor[line].value;
        CHECK(sum == Approx(squares / 100));
        CHECK(found.factor[line].value == Approx(sum));
    }
}

TEST_CASE("a species without atoms has no structure factor, and changes none") {
    StructureAverages averages = averages_of({50, 0});
    averages.add(modes_of(averages, {5, 0, 0, 0}), edges);
    const StructureAverages::Factors found = averages.factors();
    CHECK(found.factor[0].value == Approx(0.5));
    CHECK(std::isnan(found.partial[1].factor[0].value));
    CHECK(std::isnan(found.partial[2].factor[0].value));
}

TEST_CASE("waves stay while the box changes, and their wave numbers follow it") {
    StructureAverages averages = averages_of({100});
    const std::size_t waves = averages.waves().size();
    averages.add(modes_of(averages, {6, 8}), edges);
    averages.add(modes_of(averages, {6, 8}), 2.0 * edges);
    CHECK(averages.waves().size() == waves);
    CHECK(averages.factors().wave_number[0] == Approx(turn / 10 * 0.75));
}

TEST_CASE("a box without a wave has no lines") {
    StructureAverages averages(shells, {100});
    averages.choose_waves(0.1 * edges);
    CHECK(averages.has_waves());
    CHECK(averages.waves().empty());
    averages.add(modes_of(averages, {}), edges);
    CHECK(averages.factors().factor.empty());
}

TEST_CASE("averages of the structure factor go on from a checkpoint, and refuse others") {
    StructureAverages averages = averages_of({90, 10});
    for (int i = 0; i < 100; ++i) averages.add(modes_of(averages, {i, 3, -i, i % 7}), edges);
    OutputState state;
    averages.save("s", state);
    StructureAverages again(shells, {90, 10});
    again.restore("s", state, true);
    CHECK(again.waves() == averages.waves());
    const auto there = averages.factors(), here = again.factors();
    CHECK(here.factor[1].value == there.factor[1].value);
    CHECK(here.factor[1].error == there.factor[1].error);
    CHECK(here.factor[1].error > 0);
    CHECK(here.partial[1].factor[2].error == there.partial[1].factor[2].error);
    StructureAverages elsewhere(shells, {90, 10}); // of another rank
    elsewhere.restore("s", state, false);
    CHECK(elsewhere.waves() == averages.waves());
    StructureAverages other(shells, {90});
    CHECK_THROWS_AS(other.restore("s", state, true), InputError);
}

TEST_CASE("a checkpoint with a box that cannot be is refused") {
    for (const double edge : {0.0, -10.0, 1e300, std::nan("")}) {
        OutputState state;
        state.set("s_edges", std::vector<double>{edge, 0, 10, 0, 0, 10});
        StructureAverages averages(shells, {1});
        CHECK_THROWS_AS(averages.restore("s", state, true), InputError);
    }
    OutputState nothing;
    StructureAverages averages(shells, {1});
    CHECK_THROWS_AS(averages.restore("s", nothing, true), InputError);
    StructureAverages grown(shells, {1});
    CHECK_THROWS_AS(grown.choose_waves(1e6 * edges), PhysicsError);
}
