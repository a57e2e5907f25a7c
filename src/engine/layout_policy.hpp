// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "domain/balance.hpp"
#include "domain/choose_partition.hpp"
#include "domain/debug_settings.hpp"
#include "domain/layout_settings.hpp"
#include "domain/partition.hpp"
#include "state/box_state.hpp"

namespace mdsim {

/// Chooses the bricks of a run: at the start by atoms, later by what the ranks were seen to need.
class LayoutPolicy {
  public:
    /// Bricks consist of cells of the frame, and fit the box of the last rebuild, which must
    /// outlive this.
    LayoutPolicy(const LayoutSettings& settings, const DebugSettings& debug, const BoxState& box,
                 double list_range, int ranks);

    /// Forgets what cells cost, as those of the frame are others. `busy` as in next().
    void start_anew(double busy);

    /// The partition to start with, before anything is known of the atoms.
    Partition first() const;

    /// The partition for these numbers of atoms in each cell.
    Partition for_atoms(std::span<const std::int64_t> atoms_in_cell) const;

    /// Looks at the load; new bricks if they are worth it. Collective. `busy` is the time this rank
    /// has computed since it began [s]; `atoms_in_cell` gives the atoms of each cell over all
    /// ranks, and is asked by all of them or by none.
    std::optional<Partition> next(const Partition& now, double busy, const Communicator& comm,
                                  const std::function<std::vector<std::int64_t>()>& atoms_in_cell);

    /// The imbalance seen at the last look: largest over mean time of the ranks.
    double imbalance() const { return imbalance_; }

    /// How long each rank was ready before the slowest one, in all looks [s]; empty before the
    /// first.
    const std::vector<double>& waits() const { return waits_; }

  private:
    const CellGrid& grid() const { return box_->frame.grid; }
    std::optional<Partition> redrawn();
    void add_waits(const LoadReport& load);

    LayoutSettings settings_;
    DebugSettings debug_;
    const BoxState* box_;
    double list_range_;
    int ranks_;
    BalanceJudge judge_;
    CostModel costs_;
    double busy_before_ = 0;
    double imbalance_ = 1;
    std::vector<double> waits_;
    std::uint64_t looks_ = 0;
};

} // namespace mdsim
