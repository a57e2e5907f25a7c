// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace mdsim {

/// Watches how long the threads of this process are ready to run, but other processes have their
/// cores. Threads that give way to the others of this process are left out.
class CoreWaits {
  public:
    /// Counts from now on. `root` stands in for "/".
    explicit CoreWaits(std::filesystem::path root = "/");

    /// The waits over the time of so many threads, from 0 to 1; nothing where the system does not
    /// count them.
    std::optional<double> share(int threads) const;

    /// Since the beginning [s].
    double seconds() const;

  private:
    double waited() const;

    std::filesystem::path root_;
    std::chrono::steady_clock::time_point began_;
    double before_ = 0; ///< [s]; below 0 where the system does not count
};

/// Beyond this share of waits, fewer threads may well be faster: all wait for the one that waits.
constexpr double many_core_waits = 0.1;

/// What is wrong where so many threads waited for such a share of the time, and what helps.
std::string core_waits_text(int threads, double share);

} // namespace mdsim
