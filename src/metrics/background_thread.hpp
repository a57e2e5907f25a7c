// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <thread>
#include <utility>

#include "core/leave_pinned_core.hpp"
#include "core/quiet_thread.hpp"

namespace mdsim {

/// The calling thread, and those that it starts, come after all others when cores are few.
void give_way();

/// Starts a thread that takes no signals, is pinned nowhere and gives way to all others; so do the
/// threads that it starts. Throws as std::thread.
template <class Work> std::thread background_thread(Work work) {
    return quiet_thread([work = std::move(work)]() mutable {
        leave_pinned_core();
        give_way();
        work();
    });
}

} // namespace mdsim
