// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace mdsim {

/// A straight line through points that come one by one, by least squares.
///
/// Points that follow each other may be correlated, so the error of the slope comes from averages
/// over blocks of them (Flyvbjerg and Petersen, J. Chem. Phys. 91, 461 (1989)). The memory needed
/// does not grow, and a fit that goes on from its numbers has the same bits as one that never
/// stopped.
class LineFit {
  public:
    /// The next point; x should rise.
    void add(double x, double y);

    std::int64_t points() const { return static_cast<std::int64_t>(points_); }

    /// NaN where no two points have a different x.
    double slope() const;
    /// The mean of all y; NaN without points.
    double mean() const;

    /// The standard error of the slope: of the lines through averages of 1, 2, 4 ... points in a
    /// row, down to eight averages, the largest. NaN below three points.
    double slope_error() const;

    /// All that the fit knows, and back from it; `from` of what is no such list is a fresh fit.
    std::vector<double> numbers() const;
    static LineFit from(const std::vector<double>& numbers);

  private:
    /// Sums over points, relative to the first of all.
    struct Block {
        double x = 0;
        double y = 0;
    };
    void close_block();

    double points_ = 0;
    double x0_ = 0;
    double y0_ = 0;
    double x_ = 0; ///< sums over all points, relative to the first
    double y_ = 0;
    double xx_ = 0;
    double xy_ = 0;
    double block_points_ = 1; ///< of each block that is full
    double open_points_ = 0;  ///< of the block that is being filled
    Block open_;
    std::vector<Block> blocks_;
};

} // namespace mdsim
