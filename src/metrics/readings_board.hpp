// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "metrics/run_readings.hpp"

namespace mdsim {

/// Where a run leaves its numbers for those who watch it.
class ReadingsBoard {
  public:
    using Posted = std::shared_ptr<const RunReadings>;

    /// Replaces what is there. Never waits: at the instant in which somebody looks, what is there
    /// stays, and false is returned.
    bool post(Posted readings) {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return false;
        posted_.swap(readings);
        return true;
    }

    /// What was posted last; null before that.
    Posted look() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return posted_;
    }

  private:
    mutable std::mutex mutex_;
    Posted posted_;
};

} // namespace mdsim
