// SPDX-License-Identifier: BSD-3-Clause
#include "core/block_sums.hpp"

#include <array>
#include <cmath>
#include <random>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// x remembers a part c of itself from sample to sample; y = 3 x + 2 + noise.
BlockSums of_two(double c, int samples, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> noise;
    BlockSums sums(2);
    double x = 0;
    for (int i = 0; i < samples; ++i) {
        x = c * x + std::sqrt(1 - c * c) * noise(engine);
        sums.add(std::array{x + 5, 3 * (x + 5) + 2 + 0.1 * noise(engine)});
    }
    return sums;
}

double first(const BlockSums::Means& m) { return m[0]; }
double quotient(const BlockSums::Means& m) { return m[1] / m[0]; }

} // namespace

TEST_CASE("the jackknife error of a mean is that of its blocks", "[blocking]") {
    BlockSums sums(1);
    for (const double x : {1.0, 2.0, 3.0, 4.0}) sums.add(std::array{x});
    const MeanWithError mean = sums.estimate(sums.totals(), first);
    CHECK(mean.value == Approx(2.5));
    CHECK(mean.error == Approx(std::sqrt(1.25 / 3)));
}

TEST_CASE("blocks are joined, and then hold what correlates", "[blocking]") {
    constexpr int samples = 1 << 15;
    const double true_error = std::sqrt((1 + 0.9) / (1 - 0.9) / samples);
    double squares = 0;
    constexpr int series = 20;
    for (unsigned seed = 0; seed < series; ++seed) {
        const BlockSums sums = of_two(0.9, samples, seed);
        CHECK(sums.samples() == samples);
        CHECK(sums.blocks() == 32);
        CHECK(sums.block_length() == samples / 32);
        const MeanWithError mean = sums.estimate(sums.totals(), first);
        CHECK(std::abs(mean.value - 5) < 5 * true_error);
        squares += mean.error * mean.error / series;
    }
    CHECK(std::sqrt(squares) == Approx(true_error).epsilon(0.1));
}

TEST_CASE("what a quotient's parts have in common is no error of it", "[blocking]") {
    const BlockSums sums = of_two(0.5, 4096, 1);
    const MeanWithError found = sums.estimate(sums.totals(), quotient);
    CHECK(found.value == Approx(3 + 2 / 5.0).epsilon(0.01));
    // Of x alone, as d(y / x) = -2 / x^2 dx: an error of y by itself would be seven times as large.
    const double of_x = sums.estimate(sums.totals(), first).error;
    CHECK(found.error == Approx(2 / 25.0 * of_x).epsilon(0.3));
}

TEST_CASE("sums go on where they were kept, and refuse what is none", "[blocking]") {
    const BlockSums whole = of_two(0.5, 1000, 3);
    const BlockSums again = BlockSums::from(2, whole.numbers());
    CHECK(again.numbers() == whole.numbers());
    CHECK(again.samples() == whole.samples());
    const MeanWithError a = whole.estimate(whole.totals(), quotient);
    const MeanWithError b = again.estimate(again.totals(), quotient);
    CHECK(a.value == b.value);
    CHECK(a.error == b.error);

    std::vector<double> short_of_one = whole.numbers();
    short_of_one.pop_back();
    CHECK_THROWS_AS(BlockSums::from(2, short_of_one), InputError);
    std::vector<double> no_length = whole.numbers();
    no_length[0] = 0;
    CHECK_THROWS_AS(BlockSums::from(2, no_length), InputError);
    CHECK_THROWS_AS(BlockSums::from(2, {}), InputError);
}

TEST_CASE("nothing is known of no sample, and no error of one", "[blocking]") {
    BlockSums sums(1);
    CHECK(std::isnan(sums.estimate(sums.totals(), first).value));
    sums.add(std::array{7.0});
    CHECK(sums.estimate(sums.totals(), first).value == 7);
    CHECK(std::isnan(sums.estimate(sums.totals(), first).error));
}
