// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omp.h>

#include <atomic>
#include <cstddef>
#include <exception>

namespace mdsim {

/// How threads divide a loop: each takes what comes next, or each has a run of consecutive pieces
/// that is the same on every call.
enum class Share { dynamic, fixed };

/// Calls body(i, thread) for every i below `count` on all threads, in no particular order. The
/// first exception is passed on once all threads have finished; the remaining work is skipped.
template <Share share = Share::dynamic, class Body>
void parallel_for(std::size_t count, const Body& body) {
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    std::atomic<std::size_t> next{0};
    const int threads = count < 2 ? 1 : omp_get_max_threads();
#pragma omp parallel num_threads(threads)
    {
        const auto thread = static_cast<std::size_t>(omp_get_thread_num());
        const auto team = static_cast<std::size_t>(omp_get_num_threads());
        std::size_t own = count * thread / team;
        const std::size_t end = share == Share::fixed ? count * (thread + 1) / team : count;
        const auto take = [&] { return share == Share::fixed ? own++ : next++; };
        try {
            for (std::size_t i = take(); i < end && !failed; i = take()) body(i, thread);
        } catch (...) {
            if (!failed.exchange(true)) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace mdsim
