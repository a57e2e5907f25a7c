// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace mdsim {

/// While it lives, SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGUSR2, unless they are ignored, ask for a
/// checkpoint and a stop instead of ending the program; a second one ends it at once. Afterwards
/// they do what they did before. One may exist at a time.
class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    /// Whether a signal has come; its number, or 0.
    static int received();

    static constexpr std::size_t count = 5;

  private:
    std::array<void (*)(int), count> before_{};
};

} // namespace mdsim
