// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/blocked_mean.hpp"

namespace mdsim {

/// The means of several series whose samples come together, bit for bit as by a BlockedMean each,
/// taken of all series at once: in a fraction of the time.
class BlockedMeans {
  public:
    explicit BlockedMeans(std::size_t series) : series_(series) {}

    /// Takes the next sample of each series.
    void add(std::span<const double> samples);

    std::size_t series() const { return series_; }
    std::int64_t samples() const { return levels_.empty() ? 0 : levels_.front().count; }

    /// Of one series.
    BlockedMean of(std::size_t series) const { return BlockedMean::from(numbers(series)); }

    /// All of one series as the numbers of its BlockedMean.
    std::vector<double> numbers(std::size_t series) const;
    /// Of the numbers of each series; throws InputError where these are none of means of equally
    /// many samples.
    static BlockedMeans from(const std::vector<std::vector<double>>& numbers);

    /// What so many means of so many samples take [bytes].
    static std::size_t bytes_for(std::size_t series, std::int64_t samples);

  private:
    /// As a level of BlockedMean, with a number of each series.
    struct Level {
        std::int64_t count = 0;
        bool waits = false;
        std::vector<double> mean, squares, waiting;

        explicit Level(std::size_t series) : mean(series), squares(series), waiting(series) {}
        void add(const std::vector<double>& block);
        bool take(std::size_t series, const double* numbers);
    };

    std::size_t series_;
    std::vector<Level> levels_;
    std::vector<double> block_; ///< on its way through the levels
};

} // namespace mdsim
