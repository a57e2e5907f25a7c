// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace mdsim {

/// Says what the program is busy with, where that takes longer than a moment: on a terminal a line
/// with the seconds that have gone by, which vanishes at the end; elsewhere one plain line. On
/// standard error, as standard output holds what was asked for: a plan, or the words of a run.
///
/// While something is under way, others should not write to the terminal.
class BusyLine {
  public:
    /// Says nothing where `quiet`.
    explicit BusyLine(bool quiet);
    ~BusyLine();
    BusyLine(const BusyLine&) = delete;
    BusyLine& operator=(const BusyLine&) = delete;

    /// Ends what was under way and begins `what`.
    void begin(const std::string& what);
    void end();

  private:
    using Clock = std::chrono::steady_clock;
    void look_on();
    void say(std::chrono::duration<double> taken);
    void wipe();

    bool quiet_;
    bool terminal_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::string what_; ///< empty while nothing is under way
    Clock::time_point began_;
    bool said_ = false;
    bool over_ = false;
    std::thread thread_;
};

} // namespace mdsim
