// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/contract.hpp"
#include "core/mean_with_error.hpp"

namespace mdsim {

/// The means of several quantities that are sampled together, and functions of them with standard
/// errors by the jackknife over blocks of consecutive samples (M. H. Quenouille 1956, J. W. Tukey
/// 1958; of ratios R. G. Miller, Biometrika 61, 1, 1974).
///
/// There are 32 to 64 blocks once there are so many samples: when there are 64, they are joined in
/// pairs. So memory does not grow, and an error is right where a block is longer than what
/// correlates. The same samples in the same order give the same bits, also in several parts of a
/// run.
class BlockSums {
  public:
    static constexpr std::size_t most_blocks = 64;

    explicit BlockSums(std::size_t quantities) : quantities_(quantities), open_(quantities, 0.0) {
        MDSIM_EXPECT(quantities > 0);
    }

    void add(std::span<const double> sample);

    std::int64_t samples() const {
        return static_cast<std::int64_t>(blocks()) * length_ + in_open_;
    }
    /// Blocks that are complete, and how many samples each holds.
    std::size_t blocks() const { return closed_.size() / quantities_; }
    std::int64_t block_length() const { return length_; }

    /// The means of the quantities over some of the samples.
    class Means {
      public:
        double operator[](std::size_t quantity) const {
            const double left_out = block_ == nullptr ? 0 : block_[quantity];
            return (sums_[quantity] - left_out) / samples_;
        }

      private:
        friend BlockSums;
        Means(const double* sums, const double* block, double samples)
            : sums_(sums), block_(block), samples_(samples) {}

        const double* sums_;
        const double* block_;
        double samples_;
    };

    /// All sums, for estimates that follow one another.
    std::vector<double> totals() const;

    /// of(means) over all samples; its error is NaN below two blocks, and both are where `of` is.
    template <class Function>
    MeanWithError estimate(const std::vector<double>& totals, const Function& of) const {
        MDSIM_EXPECT(totals.size() == quantities_);
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        const auto all = static_cast<double>(samples());
        if (all == 0) return {unknown, unknown};
        MeanWithError found{of(Means(totals.data(), nullptr, all)), unknown};
        if (blocks() < 2) return found;
        const auto count = static_cast<double>(blocks());
        double mean = 0, squares = 0;
        for (std::size_t b = 0; b < blocks(); ++b) {
            const double without = of(Means(totals.data(), &closed_[b * quantities_],
                                            all - static_cast<double>(length_)));
            const double change = without - mean;
            mean += change / static_cast<double>(b + 1);
            squares += change * (without - mean);
        }
        found.error = std::sqrt((count - 1) / count * squares);
        return found;
    }

    /// All of it as numbers, and back. Throws InputError where numbers are none of such sums.
    std::vector<double> numbers() const;
    static BlockSums from(std::size_t quantities, const std::vector<double>& numbers);

  private:
    void join_pairs();

    std::size_t quantities_;
    std::int64_t length_ = 1;
    std::int64_t in_open_ = 0;
    std::vector<double> closed_; ///< [block][quantity]
    std::vector<double> open_;   ///< the block that is not complete
};

} // namespace mdsim
