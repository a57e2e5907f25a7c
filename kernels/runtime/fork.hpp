// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Work beside that of a stream.
class Fork {
  public:
    /// Blocks of higher priority are started first where there is a choice. Use the highest for
    /// kernels of few blocks.
    explicit Fork(Stream::Priority priority) : side_(priority) {
        make(begun_);
        make(done_);
    }
    ~Fork() {
        cudaEventDestroy(begun_);
        cudaEventDestroy(done_);
    }
    Fork(const Fork&) = delete;
    Fork& operator=(const Fork&) = delete;

    /// The stream of a work that follows what `from` has been given so far, and such works before.
    const Stream& begin(const Stream& from) {
        open_ = true;
        check_cuda(cudaEventRecord(begun_, from.get()), "recording an event");
        check_cuda(cudaStreamWaitEvent(side_.get(), begun_), "waiting for an event");
        return side_;
    }

    /// Lets what `to` is given next wait for the works begun since the last time, if there are any.
    /// A kernel that overlaps, see `launch_kernel`, may begin before: it waits where it calls
    /// `wait_for_kernel_before`.
    void join(const Stream& to) {
        if (!std::exchange(open_, false)) return;
        check_cuda(cudaEventRecord(done_, side_.get()), "recording an event");
        check_cuda(cudaStreamWaitEvent(to.get(), done_), "waiting for an event");
    }

  private:
    static void make(cudaEvent_t& event) {
        check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
    }

    Stream side_;
    cudaEvent_t begun_ = nullptr;
    cudaEvent_t done_ = nullptr;
    bool open_ = false;
};

} // namespace mdsim
