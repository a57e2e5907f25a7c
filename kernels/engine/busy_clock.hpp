// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/p2p/all_reduce.hpp"

namespace mdsim {

/// How long a rank computes while others may keep it waiting on its device. Waits of hosts for each
/// other, as while lists of one rank grow, count as computing.
class BusyClock {
  public:
    /// Begins now. `all_reduce` is null where hosts lead the steps.
    BusyClock(const Stream& stream, const AllReduce* all_reduce)
        : stream_(&stream), all_reduce_(all_reduce), waited_(waited()), started_(Clock::now()) {}

    /// Time since then less what was waited for others [s]; waits for what is queued.
    double seconds() const {
        const double waited_now = waited();
        const std::chrono::duration<double> all = Clock::now() - started_;
        return all.count() - (waited_now - waited_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    double waited() const { return all_reduce_ != nullptr ? all_reduce_->waited(*stream_) : 0; }

    const Stream* stream_;
    const AllReduce* all_reduce_;
    double waited_;
    Clock::time_point started_;
};

} // namespace mdsim
