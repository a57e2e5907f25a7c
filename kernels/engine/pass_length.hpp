// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// What too short and too long passes cost.
struct PassCosts {
    double pass;            ///< another pass [us]
    double idle_step;       ///< a step kernel that has nothing to do, with the check behind it [us]
    double split_steps = 0; ///< in a step: each ends a pass somewhere
};

/// The costs for so many tiles, as an H200 has them. `searched`: missing pairs are searched for.
PassCosts pass_costs(std::uint32_t tiles, bool searched);

/// As many tiles as take an H200 as long as `tiles` take a GPU of so many multiprocessors. Those
/// of about its size count as it.
std::uint32_t tiles_as_on_h200(std::uint32_t tiles, unsigned multiprocessors);

/// The number of step kernels in a pass that costs least. Rebuilds are `interval` steps
/// apart on average, and by up to `spread` more or less, the more seldom the more.
int best_pass_length(double interval, int spread, const PassCosts& costs);

/// The length of passes where the device decides on rebuilds, learned from those that were.
class LearnedPassLength {
  public:
    /// Takes note of so many rebuilds, with so many steps between them.
    void saw(std::int64_t rebuilds, std::int64_t steps);

    /// The length to use from here on. It changes, which means that a graph is recorded anew, once
    /// that would have paid on the rebuilds seen.
    int length(const PassCosts& costs);

  private:
    double rebuilds_ = 0;
    double steps_ = 0; ///< between them
    int length_ = 0;
};

} // namespace mdsim
