// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>

#include "core/contract.hpp"
#include "core/thread_alignment.hpp"

namespace mdsim {

/// How many threads a loop may run on; the number of the thread that its body gets is below this.
inline std::size_t most_threads() { return static_cast<std::size_t>(omp_get_max_threads()); }

/// How threads divide a loop: each takes what comes next, or each has a run of consecutive pieces
/// that is the same on every call.
enum class Share { dynamic, fixed };

/// Hands out a loop in runs that shrink towards its end: long ones are taken seldom and lie
/// together in memory, short ones let all threads end at the same time.
class SharedLoop {
  public:
    SharedLoop(std::size_t count, std::size_t threads) : count_(count), parts_(4 * threads) {
        MDSIM_EXPECT(threads > 0);
    }

    /// Takes the next run; false where nothing is left.
    bool take(std::size_t& first, std::size_t& end) {
        first = next_.load(std::memory_order_relaxed);
        do {
            if (first >= count_) return false;
            end = first + std::max<std::size_t>(1, (count_ - first) / parts_);
        } while (!next_.compare_exchange_weak(first, end, std::memory_order_relaxed));
        return true;
    }

  private:
    std::size_t count_;
    std::size_t parts_;
    std::atomic<std::size_t> next_{0};
};

/// Calls body(i, thread) for every i below `count` on all threads, in no particular order. The
/// first exception is passed on once all threads have finished; the remaining work is skipped.
template <Share share = Share::dynamic, class Body>
void parallel_for(std::size_t count, const Body& body) {
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    const int threads = count < 2 ? 1 : omp_get_max_threads();
    SharedLoop loop(count, static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
    {
        const auto thread = static_cast<std::size_t>(omp_get_thread_num());
        const auto team = static_cast<std::size_t>(omp_get_num_threads());
        std::size_t first = count * thread / team;
        std::size_t end = count * (thread + 1) / team;
        try {
            bool more = share == Share::fixed || loop.take(first, end);
            while (more) {
                for (; first < end && !failed; ++first) body(first, thread);
                more = share == Share::dynamic && loop.take(first, end);
            }
        } catch (...) {
            if (!failed.exchange(true)) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace mdsim
