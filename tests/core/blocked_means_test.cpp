// SPDX-License-Identifier: BSD-3-Clause
#include "core/blocked_means.hpp"

#include <random>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Random samples of several series, taken by means of all and by one of each.
struct Both {
    explicit Both(std::size_t series) : all(series), each(series) {}

    void add(std::mt19937_64& engine) {
        std::normal_distribution<double> noise(3, 2);
        std::vector<double> samples;
        for (std::size_t k = 0; k < each.size(); ++k) samples.push_back(noise(engine));
        all.add(samples);
        for (std::size_t k = 0; k < each.size(); ++k) each[k].add(samples[k]);
    }

    BlockedMeans all;
    std::vector<BlockedMean> each;
};

} // namespace

TEST_CASE("means of several series are those of each, bit for bit", "[blocking]") {
    std::mt19937_64 engine(5);
    Both both(7);
    CHECK(both.all.samples() == 0);
    CHECK(both.all.of(0).samples() == 0);
    for (int i = 1; i <= 300; ++i) {
        both.add(engine);
        CHECK(both.all.samples() == i);
        for (std::size_t k = 0; k < both.each.size(); ++k)
            CHECK(both.all.numbers(k) == both.each[k].numbers());
    }
    CHECK(both.all.of(6).standard_error() == both.each[6].standard_error());
}

TEST_CASE("means of several series go on from their numbers", "[blocking]") {
    std::mt19937_64 engine(6);
    Both both(3);
    for (int i = 0; i < 77; ++i) both.add(engine);
    std::vector<std::vector<double>> numbers;
    for (const BlockedMean& mean : both.each) numbers.push_back(mean.numbers());
    both.all = BlockedMeans::from(numbers);
    CHECK(both.all.series() == 3);
    for (int i = 0; i < 60; ++i) both.add(engine);
    for (std::size_t k = 0; k < 3; ++k) CHECK(both.all.numbers(k) == both.each[k].numbers());
}

TEST_CASE("means of several series are refused where these are no series of one length",
          "[blocking]") {
    const auto of = [](int samples) {
        BlockedMean mean;
        for (int i = 0; i < samples; ++i) mean.add(i);
        return mean.numbers();
    };
    CHECK(BlockedMeans::from({of(0), of(0)}).samples() == 0);
    CHECK(BlockedMeans::from({of(4), of(4)}).samples() == 4);
    CHECK_THROWS_AS(BlockedMeans::from({of(4), of(5)}), InputError);
    CHECK_THROWS_AS(BlockedMeans::from({of(4), of(2)}), InputError);
    CHECK_THROWS_AS(BlockedMeans::from({of(4), {1, 2, 3}}), InputError);
    std::vector<double> waits = of(4);
    waits[3] = 1;
    CHECK_THROWS_AS(BlockedMeans::from({of(4), waits}), InputError);
}

TEST_CASE("means of several series take memory for each doubling of their samples", "[blocking]") {
    CHECK(BlockedMeans::bytes_for(3, 0) == 0);
    CHECK(BlockedMeans::bytes_for(3, 1) > 3 * 3 * sizeof(double));
    CHECK(BlockedMeans::bytes_for(3, 1023) == 10 * BlockedMeans::bytes_for(3, 1));
    CHECK(BlockedMeans::bytes_for(3, 1024) == 11 * BlockedMeans::bytes_for(3, 1));
}
