// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace mdsim {

/// Starts a thread that takes no signals: they belong to the main thread. Throws as std::thread.
template <class Work> std::thread quiet_thread(Work work) {
    /// A thread inherits the mask of the one that starts it.
    struct AllBlocked {
        AllBlocked() {
            sigset_t all;
            sigfillset(&all);
            pthread_sigmask(SIG_SETMASK, &all, &before);
        }
        ~AllBlocked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
        sigset_t before;
    };
    const AllBlocked blocked;
    return std::thread(std::move(work));
}

} // namespace mdsim
