// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "domain/partition.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// How unequal the ranks were since the last look: largest over mean, at least 1.
struct LoadReport {
    double imbalance = 1;
    double mean_seconds = 0;
    std::vector<double> seconds{}; ///< of each rank
};

/// Compares the busy time of the ranks [s], waiting not included; collective.
///
/// Times are compared in whole microseconds, so every rank computes the same report.
LoadReport measure_load(double busy_seconds, const Communicator& comm);

/// When new bricks are worth their price. Timings enter here, and change where atoms live, never a
/// bit of the result.
///
/// Fires when the imbalance was above the threshold at two looks in a row. When new bricks did not
/// help, the next attempt waits twice as many looks, up to a limit; good balance resets that.
class BalanceJudge {
  public:
    /// `threshold`: largest over mean time of the ranks, above 1.
    explicit BalanceJudge(double threshold) : threshold_(threshold) {}

    /// Takes one look at the load, which is the same on every rank; returns whether to draw new
    /// bricks now.
    bool wants_new_bricks(const LoadReport& load);

  private:
    double threshold_;
    double before_ =
        0; ///< the imbalance that led to the last new bricks; zero when that is decided
    int looks_above_ = 0;
    int pause_ = 0;
    int next_pause_ = 1;
};

/// What the atoms of each cell cost, learned from the times of the ranks that held them.
///
/// A rank's time says only what its cells cost together. Each look corrects the factors of those
/// cells by one common ratio. Bricks move, so in time the costs of the single cells become known.
class CostModel {
  public:
    explicit CostModel(const CellGrid& grid);

    /// The weight of every cell for the next partition, the same on every rank; collective.
    ///
    /// `share` has for every cell of the grid its atoms, or pairs, over all ranks; `busy_seconds`
    /// is this rank's time [s]. Weights are in 2^-16 of a share of average cost.
    std::vector<std::int64_t> update(const Partition& partition,
                                     std::span<const std::int64_t> share, double busy_seconds,
                                     const Communicator& comm);

  private:
    double predicted(const Brick& brick, std::span<const std::int64_t> share) const;

    CellGrid grid_;
    std::vector<std::int64_t> factor_; ///< cost of a share in each cell, in 2^-16 of the average
};

/// The number of atoms in each cell of the grid, over all ranks; collective.
std::vector<std::int64_t> atom_weights(const CellGrid& grid, std::span<const LocalCell> cells,
                                       const Communicator& comm);

} // namespace mdsim
