// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omp.h>

#include <cstddef>
#include <exception>

namespace mdsim {

/// Calls body(i, thread) for every i below `count` on all threads, in no particular order. The first
/// exception is passed on once all threads have finished; the remaining work is skipped.
template <class Body>
void parallel_for(std::size_t count, const Body& body)
{
    std::exception_ptr failure;
    bool failed = false;
    const int threads = count < 2 ? 1 : omp_get_max_threads();
#pragma omp parallel num_threads(threads)
    {
        const auto thread = static_cast<std::size_t>(omp_get_thread_num());
#pragma omp for schedule(dynamic, 1)
        for (std::size_t i = 0; i < count; ++i) {
            bool skip;
#pragma omp atomic read
            skip = failed;
            if (skip)
                continue;
            try {
                body(i, thread);
            } catch (...) {
#pragma omp critical(mdsim_parallel_failure)
                if (!failure)
                    failure = std::current_exception();
#pragma omp atomic write
                failed = true;
            }
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace mdsim
