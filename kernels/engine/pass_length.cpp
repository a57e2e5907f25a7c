// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_length.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/contract.hpp"
#include "kernels/state/control.hpp"

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
double lost(const PassShape& shape, int steps, const PassCosts& costs) {
    MDSIM_EXPECT(shape.length > 0 && steps > 0);
    const int passes = (steps + shape.length - 1) / shape.length;
    const int idle = passes * shape.length - steps;
    const double sum = passes * costs.pass + idle * costs.idle_step;
    if (!shape.phases) return sum;
    return sum + passes * costs.choice + idle * costs.coupled * costs.idle_split;
}

/// Steps that branches do, in a step.
double branches_of(bool phases, const PassCosts& costs) {
    return phases ? costs.left_samples + costs.left : costs.samples + costs.coupled;
}

/// What branches take in a step, and what is left of the passes that they end [us].
double lost_to_branches(const PassShape& shape, const PassCosts& costs) {
    return branches_of(shape.phases, costs) *
           (costs.pass + costs.branch + (shape.length - 1) * costs.idle_step / 2);
}

/// What is lost in an interval on average [us].
double mean_lost(const PassShape& shape, double interval, int spread, const PassCosts& costs) {
    const int middle = static_cast<int>(std::lround(interval));
    double sum = 0;
    double weights = 0;
    for (int d = -spread; d <= spread; ++d) {
        const double weight = spread + 1 - std::abs(d);
        sum += weight * lost(shape, std::max(1, middle + d), costs);
        weights += weight;
    }
    return sum / weights + interval * lost_to_branches(shape, costs);
}

/// Adds all shapes that may be best, with phases or without.
void add_shapes(bool phases, double interval, int spread, const PassCosts& costs,
                std::vector<PassShape>& shapes) {
    // A pass that branches end is no longer than what is between them.
    const double branches = branches_of(phases, costs);
    const double between =
        branches > 0 ? 1 / branches - 1 : std::numeric_limits<double>::infinity();
    const double wanted = std::min(std::round(interval) + spread, between);
    const int longest = static_cast<int>(std::clamp(wanted, 1.0, double{longest_pass}));
    for (int length = 1; length <= longest; ++length) shapes.push_back({length, phases});
}

} // namespace

PassCosts pass_costs(std::uint32_t tiles, int walks, bool searched) {
    MDSIM_EXPECT(walks > 0);
    constexpr double search = 2;
    // What fits the speeds of runs at forced lengths, 32,000 to 16 million atoms; few tiles start
    // faster than in proportion, and begin while the kernel before ends.
    constexpr std::uint32_t few = 4000;
    // A split step has two more kernels, of one block and of as many as there are tiles.
    constexpr double one_block = 1;
    // A split step beside one that is done at once, its launch, and what both wait for.
    const double branch = 30 + 0.016 * tiles;
    // Less than what else differs.
    constexpr double choice = 1;
    const double idle_walk = tiles <= few ? 1.3 + 0.0012 * tiles : 3 + 0.003 * tiles;
    const double more = tiles <= few && searched ? search : 0;
    return {6, walks * idle_walk + more, one_block + idle_walk, branch, choice};
}

std::uint32_t tiles_as_on_h200(std::uint32_t tiles, unsigned multiprocessors) {
    constexpr std::uint64_t of_h200 = 132;
    constexpr unsigned about_as_many = 100;
    if (multiprocessors >= about_as_many) return tiles;
    return static_cast<std::uint32_t>(tiles * of_h200 / multiprocessors);
}

PassShape best_pass(double interval, int spread, const PassCosts& costs) {
    PassShape best;
    double least = std::numeric_limits<double>::infinity();
    std::vector<PassShape> shapes;
    add_shapes(false, interval, spread, costs, shapes);
    if (costs.phases) add_shapes(true, interval, spread, costs, shapes);
    for (const PassShape& shape : shapes) {
        const double mean = mean_lost(shape, interval, spread, costs);
        if (mean >= least) continue;
        best = shape;
        least = mean;
    }
    MDSIM_ENSURE(best.length > 0);
    return best;
}

void LearnedPass::saw(std::int64_t rebuilds, std::int64_t steps) {
    rebuilds_ += static_cast<double>(rebuilds);
    steps_ += static_cast<double>(steps);
    rebuilds_of_shape_ += static_cast<double>(rebuilds);
    if (rebuilds_ < many_rebuilds) return;
    rebuilds_ /= 2;
    steps_ /= 2;
}

PassShape LearnedPass::choose(const PassShape& shape) {
    rebuilds_of_shape_ = 0;
    return shape_ = shape;
}

PassShape LearnedPass::shape(const PassCosts& costs, std::int64_t ahead) {
    const bool knows = rebuilds_ >= enough_rebuilds;
    const double interval = knows ? steps_ / rebuilds_ : usual_interval;
    const PassShape best = best_pass(interval, usual_spread, costs);
    const bool first = shape_.length == 0 || costs.samples != samples_ ||
                       costs.coupled != coupled_ || costs.phases != phases_;
    samples_ = costs.samples;
    coupled_ = costs.coupled;
    phases_ = costs.phases;
    if (first) return choose(best);
    const double gain = mean_lost(shape_, interval, usual_spread, costs) -
                        mean_lost(best, interval, usual_spread, costs);
    if ((rebuilds_of_shape_ + static_cast<double>(ahead) / interval) * gain > recording)
        choose(best);
    return shape_;
}

} // namespace mdsim
