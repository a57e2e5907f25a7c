// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace mdsim {

/// Where one thread leaves values for others. What is there is replaced whole, and stays as it was
/// for those who look at it.
template <class Value> class Board {
  public:
    using Posted = std::shared_ptr<const Value>;

    /// Replaces what is there. Never waits: at the instant in which somebody looks, what is there
    /// stays, and false is returned.
    bool post(Posted value) {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return false;
        posted_.swap(value);
        return true;
    }

    /// What was posted last; null before that.
    Posted look() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return posted_;
    }

    /// The same, without waiting: null too at the instant in which somebody posts or looks.
    Posted glance() const {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        return lock.owns_lock() ? posted_ : nullptr;
    }

  private:
    mutable std::mutex mutex_;
    Posted posted_;
};

} // namespace mdsim
