// SPDX-License-Identifier: BSD-3-Clause
#include "core/blocked_mean.hpp"

#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_levels = 63;
/// Of fewer blocks the error is known too badly to be taken.
constexpr std::int64_t least_blocks = 16;

} // namespace

void BlockedMean::Level::add(double block) {
    ++count;
    add_to_moments(block, static_cast<double>(count), mean, squares);
}

double BlockedMean::Level::error() const {
    if (count < 2) return unknown;
    const auto n = static_cast<double>(count);
    return std::sqrt(squares / n / (n - 1));
}

double BlockedMean::Level::error_of_error() const {
    MDSIM_EXPECT(count >= 2);
    return error() / std::sqrt(2 * static_cast<double>(count - 1));
}

void BlockedMean::add(double sample) {
    double block = sample;
    for (std::size_t k = 0;; ++k) {
        if (k == levels_.size()) levels_.emplace_back();
        Level& level = levels_[k];
        level.add(block);
        level.waits = !level.waits;
        if (level.waits) {
            level.waiting = block;
            return;
        }
        block = 0.5 * (level.waiting + block);
    }
}

double BlockedMean::mean() const { return levels_.empty() ? unknown : levels_.front().mean; }

std::size_t BlockedMean::chosen_level() const {
    MDSIM_EXPECT(samples() >= 2);
    const auto exceeds = [&](std::size_t later, std::size_t level) {
        const Level& l = levels_[later];
        return l.count >= least_blocks && l.error() - l.error_of_error() > levels_[level].error();
    };
    std::size_t chosen = 0;
    for (std::size_t later = 1; later < levels_.size(); ++later)
        if (exceeds(later, chosen)) chosen = later;
    return chosen;
}

double BlockedMean::standard_error() const {
    return samples() < 2 ? unknown : levels_[chosen_level()].error();
}

bool BlockedMean::is_converged() const {
    if (samples() < 2) return false;
    const std::size_t next = chosen_level() + 1;
    return next < levels_.size() && levels_[next].count >= least_blocks;
}

std::int64_t BlockedMean::block_length() const {
    return samples() < 2 ? 0 : std::int64_t{1} << chosen_level();
}

std::vector<double> BlockedMean::numbers() const {
    std::vector<double> numbers;
    for (const Level& l : levels_)
        numbers.insert(numbers.end(), {static_cast<double>(l.count), l.mean, l.squares,
                                       l.waits ? 1.0 : 0.0, l.waiting});
    return numbers;
}

BlockedMean BlockedMean::from(const std::vector<double>& numbers) {
    BlockedMean result;
    bool valid =
        numbers.size() % numbers_of_level == 0 && numbers.size() / numbers_of_level <= most_levels;
    double largest = 9e15; // counts are exact below it
    for (std::size_t i = 0; valid && i < numbers.size(); i += numbers_of_level) {
        const double count = numbers[i];
        valid = count >= 1 && count <= largest && count == std::floor(count);
        if (!valid) break;
        largest = std::floor(count / 2);
        result.levels_.push_back({static_cast<std::int64_t>(count), numbers[i + 1], numbers[i + 2],
                                  numbers[i + 3] != 0, numbers[i + 4]});
    }
    if (!valid) throw InputError("checkpoint", "numbers of an average are damaged");
    return result;
}

} // namespace mdsim
