// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mdsim {

/// Adds one of `count` numbers, itself counted, to their mean and to the sum of their squared
/// differences from it (B. P. Welford, Technometrics 4, 419, 1962).
inline void add_to_moments(double number, double count, double& mean, double& squares) {
    const double before = number - mean;
    mean += before / count;
    squares += before * (number - mean);
}

/// The mean of a series of correlated samples with its standard error, by blocking: samples are
/// averaged in pairs, the averages again in pairs, and so on, until the error no longer grows
/// (H. Flyvbjerg and H. G. Petersen, J. Chem. Phys. 91, 461, 1989).
///
/// Samples are taken one at a time; memory grows with the logarithm of their number. The same
/// samples in the same order give the same bits, also if they are taken in several parts of a run.
class BlockedMean {
  public:
    void add(double sample);

    std::int64_t samples() const { return levels_.empty() ? 0 : levels_.front().count; }

    /// NaN without samples.
    double mean() const;

    /// NaN below two samples. Of a series shorter than some ten of its correlation times it is too
    /// small: see `is_converged`.
    double standard_error() const;

    /// Whether blocks twice as long as those chosen have no larger error, and are at least sixteen:
    /// the series is long beside its correlation time.
    bool is_converged() const;

    /// How many samples one block of the level holds whose error is taken; 0 below two samples.
    std::int64_t block_length() const;

    /// Each level is so many of `numbers`: count, mean, squares, whether it waits, and with what.
    static constexpr std::size_t numbers_of_level = 5;

    /// All of it as numbers, and back. Throws InputError where numbers are none of a mean.
    std::vector<double> numbers() const;
    static BlockedMean from(const std::vector<double>& numbers);

  private:
    /// The averages of blocks of one length.
    struct Level {
        std::int64_t count = 0;
        double mean = 0;
        double squares = 0; ///< sum of squared differences from the mean
        bool waits = false; ///< for a second block to be averaged with
        double waiting = 0;

        void add(double block);
        /// eq. (26) there: sqrt(c_0 / (n - 1)), with c_0 the variance of the n blocks.
        double error() const;
        /// eq. (28) there: the standard error of `error`.
        double error_of_error() const;
    };

    /// The level whose error is taken: the last that exceeds those before it by more than the error
    /// of its error; only levels of at least sixteen blocks are looked at behind the first.
    std::size_t chosen_level() const;

    std::vector<Level> levels_;
};

} // namespace mdsim
