// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/contract.hpp"

namespace mdsim {

/// How many steps to hand to a device at once: as many as it does while nobody needs to look for
/// signals, clocks and progress. Learns from the steps before; no bit of a run depends on it.
class BatchPace {
  public:
    static constexpr double seconds_between_looks = 0.25;
    static constexpr std::int64_t at_first = 16;
    static constexpr std::int64_t at_most = 1 << 16;

    std::int64_t steps() const { return steps_; }

    /// Learns that a batch of steps took so long [s].
    void learn(std::int64_t steps, double seconds) {
        MDSIM_EXPECT(steps >= 0 && seconds >= 0);
        constexpr std::int64_t fastest_growth = 8;
        const std::int64_t ceiling = std::min(at_most, fastest_growth * steps_);
        const double wanted =
            seconds_between_looks * static_cast<double>(steps) / std::max(seconds, 1e-9);
        steps_ = wanted < static_cast<double>(ceiling)
                     ? std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted))
                     : ceiling;
        MDSIM_ENSURE(1 <= steps_ && steps_ <= at_most);
    }

  private:
    std::int64_t steps_ = at_first;
};

} // namespace mdsim
