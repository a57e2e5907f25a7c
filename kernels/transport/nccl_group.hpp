// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nccl.h>

#include <chrono>

#include "core/communicator.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// The ranks as NCCL knows them. Its calls return at once; what they began is waited for here, with
/// a limit, and where it fails or takes too long the group is aborted, so that nothing hangs.
class NcclGroup {
  public:
    NcclGroup(const Communicator& ranks, const ncclUniqueId& id, std::chrono::nanoseconds limit);
    ~NcclGroup();
    NcclGroup(const NcclGroup&) = delete;
    NcclGroup& operator=(const NcclGroup&) = delete;

    ncclComm_t get() const { return comm_; }
    /// How long later waits may be.
    void limit_waits(std::chrono::nanoseconds limit) { limit_ = limit; }

    /// Aborts and throws EnvironmentError unless the call did what it should, or will.
    void check(ncclResult_t result, const char* doing);
    /// Waits until NCCL has taken what was given to it.
    void wait_until_taken(const char* doing);
    /// Waits until all that was queued is done.
    void finish(const Stream& stream);

  private:
    using Time = std::chrono::steady_clock::time_point;

    bool in_progress(const char* doing);
    void check_time(Time started, const char* doing);
    [[noreturn]] void give_up(const char* doing, const char* why);

    ncclComm_t comm_ = nullptr;
    std::chrono::nanoseconds limit_;
};

} // namespace mdsim
