// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/correlation_averages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "session/observables/mean_square_displacement.hpp"
#include "session/observables/velocity_autocorrelation.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

double sum_of(std::span<const double> values, double spacing) {
    return spacing * std::accumulate(values.begin(), values.end(), 0.0);
}

/// Takes samples of two groups, 1 for all lags and the lag itself; a new origin every second one.
void take(CorrelationAverages& averages, std::array<std::size_t, 16>& lag, int samples,
          int& taken) {
    for (int i = 0; i < samples; ++i, ++taken) {
        if (averages.oldest_is_complete()) {
            averages.drop_oldest();
            std::copy(lag.begin() + 1, lag.end(), lag.begin());
        }
        if (taken % 2 == 0) {
            averages.begin_origin();
            lag[averages.living() - 1] = 0;
        }
        for (std::size_t k = 0; k < averages.living(); ++k)
            averages.add(k, std::array{1.0, static_cast<double>(lag[k]++)});
    }
}

} // namespace

TEST_CASE("each lag is averaged over the origins that have seen it") {
    CorrelationAverages averages(2, 4, 0.5, sum_of);
    std::array<std::size_t, 16> lag{};
    int taken = 0;
    take(averages, lag, 11, taken);
    // Origins at samples 0, 2, 4, 6, 8, 10; the last complete one began at 6.
    CHECK(averages.mean(0, 0).samples() == 6);
    CHECK(averages.mean(0, 4).samples() == 4);
    CHECK(averages.mean(1, 3).mean() == 3);
    CHECK(averages.diffusion(0).samples() == 4);
    CHECK(averages.diffusion(0).mean() == Approx(0.5 * 5));
    CHECK(averages.diffusion(1).mean() == Approx(0.5 * (0 + 1 + 2 + 3 + 4)));
    CHECK(averages.living() == 3);
}

TEST_CASE("averages go on from what they noted") {
    CorrelationAverages whole(2, 4, 0.5, sum_of), first(2, 4, 0.5, sum_of);
    std::array<std::size_t, 16> lag_of_whole{}, lag{};
    int taken = 0, taken_of_whole = 0;
    take(whole, lag_of_whole, 11, taken_of_whole);
    take(first, lag, 6, taken);
    OutputState noted;
    first.save("x", noted);
    CorrelationAverages second(2, 4, 0.5, sum_of);
    second.restore("x", noted);
    take(second, lag, 5, taken);
    OutputState a, b;
    whole.save("x", a);
    second.save("x", b);
    CHECK(a.values() == b.values());
    CorrelationAverages longer(2, 9, 0.5, sum_of);
    CHECK_THROWS_AS(longer.restore("x", noted), InputError);
}

TEST_CASE("diffusion of a line and of an exponential is that of the textbook") {
    std::vector<double> line, decay;
    for (int i = 0; i <= 1000; ++i) {
        line.push_back(i < 100 ? 0.0 : 0.3 + 6 * 0.07 * 0.02 * i);
        decay.push_back(3 * std::exp(-0.02 * i / 0.5));
    }
    CHECK(MeanSquareDisplacement::diffusion(line, 0.02) == Approx(0.07));
    CHECK(VelocityAutocorrelation::diffusion(decay, 0.02) == Approx(0.5).epsilon(1e-3));
}
