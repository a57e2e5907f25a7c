// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <thread>

namespace mdsim {

/// What a wait that began at `since` does between two looks: at first lets others have the core for
/// a moment, after half a millisecond for some 0.1 ms. Threads that write files need the core, and
/// other ranks do where cores are fewer.
inline void leave_core(std::chrono::steady_clock::time_point since) {
    using std::chrono::microseconds;
    constexpr microseconds soon(500), pause(20);
    if (std::chrono::steady_clock::now() - since > soon)
        std::this_thread::sleep_for(pause);
    else
        std::this_thread::yield();
}

} // namespace mdsim
