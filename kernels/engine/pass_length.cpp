// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_length.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// A common interval, until some have been seen.
constexpr double usual_interval = 12;
constexpr double enough_rebuilds = 5;
/// After so many the older half counts less, as a crystal melts and a liquid heats up.
constexpr double many_rebuilds = 400;
/// How far intervals mostly are from their mean.
constexpr int usual_spread = 2;
/// What recording a graph takes [us].
constexpr double recording = 3000;

/// What is lost in an interval of so many steps [us].
double lost(int length, int steps, const PassCosts& costs) {
    MDSIM_EXPECT(length > 0 && steps > 0);
    const int passes = (steps + length - 1) / length;
    return passes * costs.pass + (passes * length - steps) * costs.idle_step;
}

/// The mean of that, and of what is left of passes that a split step ends.
double mean_lost(int length, double interval, int spread, const PassCosts& costs) {
    const int middle = static_cast<int>(std::lround(interval));
    double sum = 0;
    double weights = 0;
    for (int d = -spread; d <= spread; ++d) {
        const double weight = spread + 1 - std::abs(d);
        sum += weight * lost(length, std::max(1, middle + d), costs);
        weights += weight;
    }
    return sum / weights + costs.split_steps * interval * (length - 1) / 2 * costs.idle_step;
}

} // namespace

PassCosts pass_costs(std::uint32_t tiles, bool searched) {
    constexpr double search = 2;
    // What fits the speeds of runs at forced lengths, 32,000 to 16 million atoms; few tiles start
    // faster than in proportion, and begin while the kernel before ends.
    constexpr std::uint32_t few = 4000;
    if (tiles <= few) return {16, 1.5 + 0.0013 * tiles + (searched ? search : 0)};
    return {6, 3 + 0.003 * tiles};
}

std::uint32_t tiles_as_on_h200(std::uint32_t tiles, unsigned multiprocessors) {
    constexpr std::uint64_t of_h200 = 132;
    constexpr unsigned about_as_many = 100;
    if (multiprocessors >= about_as_many) return tiles;
    return static_cast<std::uint32_t>(tiles * of_h200 / multiprocessors);
}

int best_pass_length(double interval, int spread, const PassCosts& costs) {
    int best = 1;
    double least = mean_lost(best, interval, spread, costs);
    const int longest = static_cast<int>(std::lround(interval)) + spread;
    for (int length = 2; length <= longest; ++length) {
        const double mean = mean_lost(length, interval, spread, costs);
        if (mean >= least) continue;
        best = length;
        least = mean;
    }
    return best;
}

void LearnedPassLength::saw(std::int64_t rebuilds, std::int64_t steps) {
    rebuilds_ += static_cast<double>(rebuilds);
    steps_ += static_cast<double>(steps);
    if (rebuilds_ < many_rebuilds) return;
    rebuilds_ /= 2;
    steps_ /= 2;
}

int LearnedPassLength::length(const PassCosts& costs) {
    const bool knows = rebuilds_ >= enough_rebuilds;
    const double interval = knows ? steps_ / rebuilds_ : usual_interval;
    const int best = best_pass_length(interval, usual_spread, costs);
    if (length_ == 0) return length_ = best;
    const double gain = mean_lost(length_, interval, usual_spread, costs) -
                        mean_lost(best, interval, usual_spread, costs);
    if (rebuilds_ * gain > recording) length_ = best;
    return length_;
}

} // namespace mdsim
