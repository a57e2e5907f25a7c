// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

/// When ranks on devices look at their load: so rarely that looking, and the moving of atoms that
/// may follow, take a small part of the run. Every rank gets the same times, so all look
/// together.
class BalancePace {
  public:
    static constexpr double seconds_between_looks = 0.5; ///< at least
    static constexpr double times_a_look = 50;           ///< that the run goes on before the next

    /// Whether to look now, after a batch that took so long [s].
    bool due(double seconds) {
        MDSIM_EXPECT(seconds >= 0);
        since_ += seconds;
        return since_ >= wait_;
    }

    /// A look has taken so long, the moving of atoms included [s].
    void looked(double seconds) {
        MDSIM_EXPECT(seconds >= 0);
        since_ = 0;
        wait_ = std::max(seconds_between_looks, times_a_look * seconds);
    }

  private:
    double since_ = 0;
    double wait_ = seconds_between_looks;
};

} // namespace mdsim
