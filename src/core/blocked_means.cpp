// SPDX-License-Identifier: BSD-3-Clause
#include "core/blocked_means.hpp"

#include <bit>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

void BlockedMeans::Level::add(const std::vector<double>& block) {
    ++count;
    const auto number = static_cast<double>(count);
    for (std::size_t k = 0; k < mean.size(); ++k)
        add_to_moments(block[k], number, mean[k], squares[k]);
}

void BlockedMeans::add(std::span<const double> samples) {
    MDSIM_EXPECT(samples.size() == series_);
    block_.assign(samples.begin(), samples.end());
    for (std::size_t n = 0;; ++n) {
        if (n == levels_.size()) levels_.emplace_back(series_);
        Level& level = levels_[n];
        level.add(block_);
        level.waits = !level.waits;
        if (level.waits) {
            level.waiting = block_;
            return;
        }
        for (std::size_t k = 0; k < series_; ++k) block_[k] = 0.5 * (level.waiting[k] + block_[k]);
    }
}

std::vector<double> BlockedMeans::numbers(std::size_t series) const {
    MDSIM_EXPECT(series < series_);
    std::vector<double> numbers;
    for (const Level& l : levels_)
        numbers.insert(numbers.end(), {static_cast<double>(l.count), l.mean[series],
                                       l.squares[series], l.waits ? 1.0 : 0.0, l.waiting[series]});
    return numbers;
}

/// Takes one series from its numbers; false where its blocks are not those of the others.
bool BlockedMeans::Level::take(std::size_t series, const double* numbers) {
    mean[series] = numbers[1];
    squares[series] = numbers[2];
    waiting[series] = numbers[4];
    return static_cast<double>(count) == numbers[0] && waits == (numbers[3] != 0);
}

BlockedMeans BlockedMeans::from(const std::vector<std::vector<double>>& numbers) {
    constexpr std::size_t numbers_of_level = BlockedMean::numbers_of_level;
    BlockedMeans means(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::vector<double>& of = numbers[k];
        static_cast<void>(BlockedMean::from(of)); // which throws where they are damaged
        for (std::size_t at = 0; k == 0 && at < of.size(); at += numbers_of_level) {
            Level& level = means.levels_.emplace_back(numbers.size());
            level.count = static_cast<std::int64_t>(of[at]);
            level.waits = of[at + 3] != 0;
        }
        bool fits = of.size() == means.levels_.size() * numbers_of_level;
        for (std::size_t n = 0; fits && n < means.levels_.size(); ++n)
            fits = means.levels_[n].take(k, &of[n * numbers_of_level]);
        if (!fits) throw InputError("checkpoint", "numbers of averages are damaged");
    }
    return means;
}

std::size_t BlockedMeans::bytes_for(std::size_t series, std::int64_t samples) {
    MDSIM_EXPECT(samples >= 0);
    constexpr std::size_t numbers = 3;
    const auto levels =
        static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(samples)));
    return levels * (sizeof(Level) + numbers * series * sizeof(double));
}

} // namespace mdsim
