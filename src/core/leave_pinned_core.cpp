// SPDX-License-Identifier: BSD-3-Clause
#include "core/leave_pinned_core.hpp"

#include <omp.h>
#include <pthread.h>

#include <cstddef>
#include <vector>

namespace mdsim {

void leave_pinned_core() {
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    for (int place = 0; place < omp_get_num_places(); ++place) {
        std::vector<int> cores(static_cast<std::size_t>(omp_get_place_num_procs(place)));
        omp_get_place_proc_ids(place, cores.data());
        for (const int core : cores)
            if (core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &allowed);
    }
    // A request: where it is refused, or nothing was pinned, the thread stays as it is.
    if (CPU_COUNT(&allowed) > 0)
        (void)::pthread_setaffinity_np(::pthread_self(), sizeof allowed, &allowed);
#endif
}

} // namespace mdsim
