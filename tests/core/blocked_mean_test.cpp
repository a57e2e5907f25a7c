// SPDX-License-Identifier: BSD-3-Clause
#include "core/blocked_mean.hpp"

#include <cmath>
#include <random>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// x_n = c x_(n-1) + noise of unit variance: its mean over n samples has the variance
/// 1 / (n (1 - c)^2) for long series.
BlockedMean of_autoregression(double c, int samples, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> noise;
    BlockedMean mean;
    double x = noise(engine) / std::sqrt(1 - c * c);
    for (int i = 0; i < samples; ++i) {
        mean.add(x);
        x = c * x + noise(engine);
    }
    return mean;
}

} // namespace

TEST_CASE("the error of uncorrelated samples is that of the textbook", "[blocking]") {
    BlockedMean mean;
    for (const double x : {1.0, 2.0, 3.0, 4.0}) mean.add(x);
    CHECK(mean.samples() == 4);
    CHECK(mean.mean() == Approx(2.5));
    CHECK(mean.standard_error() == Approx(std::sqrt(1.25 / 3)));
    CHECK(mean.block_length() == 1);
}

TEST_CASE("the error of correlated samples is found", "[blocking]") {
    constexpr int samples = 1 << 16;
    for (const double c : {0.0, 0.5, 0.9, 0.98}) {
        const double exact = 1 / (1 - c) / std::sqrt(samples);
        const double naive = 1 / std::sqrt(1 - c * c) / std::sqrt(samples);
        double sum = 0;
        int within = 0;
        int converged = 0;
        constexpr int series = 20;
        for (unsigned seed = 1; seed <= series; ++seed) {
            const BlockedMean mean = of_autoregression(c, samples, seed);
            sum += mean.standard_error() / exact;
            within += std::abs(mean.mean()) < 2 * mean.standard_error() ? 1 : 0;
            converged += mean.is_converged() ? 1 : 0;
        }
        CHECK(converged >= 16);
        INFO("correlation " << c << ", naive error " << naive / exact << " of the exact one");
        CHECK(sum / series == Approx(1.0).margin(0.08));
        CHECK(within >= 15); // 19 of 20 are expected
    }
}

TEST_CASE("a series shorter than its correlation time says so", "[blocking]") {
    int converged = 0;
    for (unsigned seed = 1; seed <= 20; ++seed)
        converged += of_autoregression(0.999, 1000, seed).is_converged() ? 1 : 0;
    CHECK(converged <= 2);
}

TEST_CASE("a mean that goes on from its numbers has the same bits", "[blocking]") {
    BlockedMean whole;
    BlockedMean parts;
    std::mt19937_64 engine(7);
    std::normal_distribution<double> noise;
    for (int i = 0; i < 1000; ++i) {
        const double x = 1e6 + noise(engine);
        whole.add(x);
        parts.add(x);
        if (i % 77 == 0) parts = BlockedMean::from(parts.numbers());
    }
    CHECK(parts.numbers() == whole.numbers());
    CHECK(parts.standard_error() == whole.standard_error());
}

TEST_CASE("means of few samples know no error, and damaged numbers are refused", "[blocking]") {
    BlockedMean mean;
    CHECK(std::isnan(mean.mean()));
    mean.add(3);
    CHECK(mean.mean() == 3);
    CHECK(std::isnan(mean.standard_error()));
    CHECK(mean.block_length() == 0);
    CHECK_FALSE(mean.is_converged());
    CHECK(BlockedMean::from({}).samples() == 0);
    CHECK_THROWS_AS(BlockedMean::from({1, 2, 3}), InputError);
    CHECK_THROWS_AS(BlockedMean::from({-1, 0, 0, 0, 0}), InputError);
    CHECK_THROWS_AS(BlockedMean::from({2, 0, 0, 0, 0, 2, 0, 0, 0, 0}), InputError);
}
