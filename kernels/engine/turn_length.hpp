// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// What too short and too long turns cost.
struct TurnCosts {
    double turn;       ///< another turn [us]
    double idle_step;  ///< a step kernel that has nothing to do, with the check behind it [us]
    double pauses = 0; ///< in a step: each ends a turn somewhere
};

/// The costs for so many tiles, as an H200 has them. `searched`: missing pairs are searched for.
TurnCosts turn_costs(std::uint32_t tiles, bool searched);

/// As many tiles as take an H200 as long as `tiles` take a GPU of so many multiprocessors. Those
/// of about its size count as it.
std::uint32_t tiles_as_on_h200(std::uint32_t tiles, unsigned multiprocessors);

/// The number of step kernels in a turn that costs least. Rebuilds are `interval` steps
/// apart on average, and by up to `spread` more or less, the more seldom the more.
int best_turn(double interval, int spread, const TurnCosts& costs);

/// The length of turns where the device decides on rebuilds, learned from those that were.
class LearnedTurn {
  public:
    /// Takes note of so many rebuilds, with so many steps between them.
    void saw(std::int64_t rebuilds, std::int64_t steps);

    /// The length to use from here on. It changes, which means that a graph is recorded anew, once
    /// that would have paid on the rebuilds seen.
    int length(const TurnCosts& costs);

  private:
    double rebuilds_ = 0;
    double steps_ = 0; ///< between them
    int length_ = 0;
};

} // namespace mdsim
