// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace mdsim {

/// When the program was started: for its age, and for a date.
struct StartTime {
    std::chrono::steady_clock::time_point clock = std::chrono::steady_clock::now();
    std::chrono::system_clock::time_point date = std::chrono::system_clock::now();

    /// Since then [s].
    double age() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
    }
};

} // namespace mdsim
