// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/check.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Time that passes on a stream.
class Stopwatch {
  public:
    Stopwatch() {
        check_cuda(cudaEventCreate(&begin_), "making an event");
        check_cuda(cudaEventCreate(&end_), "making an event");
    }
    ~Stopwatch() {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    void start(const Stream& stream) const {
        check_cuda(cudaEventRecord(begin_, stream.get()), doing);
    }
    void stop(const Stream& stream) const {
        check_cuda(cudaEventRecord(end_, stream.get()), doing);
    }
    /// Between the two, when the stream has been waited for.
    double seconds() const {
        float milliseconds = 0;
        check_cuda(cudaEventElapsedTime(&milliseconds, begin_, end_), doing);
        return 1e-3 * static_cast<double>(milliseconds);
    }

  private:
    static constexpr const char* doing = "timing kernels";
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
};

} // namespace mdsim
