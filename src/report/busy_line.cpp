// SPDX-License-Identifier: BSD-3-Clause
#include "report/busy_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "core/contract.hpp"
#include "core/quiet_thread.hpp"
#include "report/console.hpp"
#include "report/progress_line.hpp"

namespace mdsim {

namespace {

constexpr std::chrono::seconds terminal_pause(1);
constexpr std::chrono::seconds plain_pause(5);

} // namespace

BusyLine::BusyLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {
    if (quiet_) return;
    try {
        thread_ = quiet_thread([this] { look_on(); });
    } catch (const std::system_error&) {
        quiet_ = true; // a run needs no thread for this
    }
}

BusyLine::~BusyLine() {
    if (!thread_.joinable()) return;
    end();
    {
        const std::lock_guard<std::mutex> hold(lock_);
        over_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void BusyLine::begin(const std::string& what) {
    MDSIM_EXPECT(!what.empty());
    const std::lock_guard<std::mutex> hold(lock_);
    wipe();
    what_ = what;
    began_ = Clock::now();
    said_ = false;
    changed_.notify_one();
}

void BusyLine::end() {
    const std::lock_guard<std::mutex> hold(lock_);
    wipe();
    what_.clear();
}

void BusyLine::look_on() {
    std::unique_lock<std::mutex> hold(lock_);
    while (!over_) {
        if (what_.empty() || (said_ && !terminal_)) {
            changed_.wait(hold);
            continue;
        }
        const auto pause = terminal_ ? terminal_pause : plain_pause;
        const Clock::time_point began = began_;
        changed_.wait_until(hold, Clock::now() + pause);
        const auto taken = Clock::now() - began_;
        if (!what_.empty() && began_ == began && taken >= pause) say(taken);
    }
}

void BusyLine::say(std::chrono::duration<double> taken) {
    said_ = true;
    if (terminal_)
        fmt::print(stderr, "\r\033[K{}",
                   cut_to(fmt::format("{} ... {}", what_, duration_text(taken.count())),
                          columns_of_terminal(STDERR_FILENO)));
    else
        fmt::print(stderr, "mdsim: {} ...\n", what_);
    std::fflush(stderr);
}

void BusyLine::wipe() {
    if (!said_ || !terminal_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    said_ = false;
}

} // namespace mdsim
