// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace mdsim {

/// A program that this one has started. One that still goes on at the end is killed.
class ChildProcess {
  public:
    /// Starts it, with a process group of its own, so that Ctrl-C does not reach it twice. Throws
    /// EnvironmentError where it cannot be started.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Its exit code once it has ended: 128 and the signal where that ended it.
    std::optional<int> ended();
    /// The same, waited for no longer than so many seconds.
    std::optional<int> ended_within(double seconds);

    /// Sends a signal, unless it has ended, to all that runs this program among what it has started
    /// on this host; to itself where there is nothing. Some versions of mpirun hand on no signals,
    /// and a rank that is sent one twice may die of it.
    void send_to_program(int signal);
    /// Kills it and all that it has started in its group.
    void kill_group();

  private:
    pid_t id_ = 0;
    std::optional<int> code_;
};

/// Waits for some seconds, less where a signal comes.
void wait_seconds(double seconds);

} // namespace mdsim
