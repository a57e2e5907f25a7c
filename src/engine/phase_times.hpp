// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "engine/step_plan.hpp"

namespace mdsim {

/// The time this rank has spent in each phase.
class PhaseTimes {
  public:
    /// Times what `act` does as part of a phase.
    template <class Act> void time(Phase phase, const Act& act) {
        const auto start = std::chrono::steady_clock::now();
        act();
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        seconds_[static_cast<std::size_t>(phase)] += spent.count();
    }

    double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }

    /// Counts steps.
    void count_steps(std::int64_t steps) { steps_ += steps; }
    double steps() const { return static_cast<double>(steps_); }

    /// Time spent computing, not waiting for other ranks [s].
    double busy() const {
        return seconds(Phase::prepare_boundary) + seconds(Phase::prepare_interior) +
               seconds(Phase::advance_boundary) + seconds(Phase::advance_interior) +
               seconds(Phase::forces) + seconds(Phase::complete) + seconds(Phase::begin);
    }

  private:
    std::array<double, static_cast<std::size_t>(Phase::count_)> seconds_{};
    std::int64_t steps_ = 0;
};

} // namespace mdsim
