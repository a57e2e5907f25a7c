// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/child_process.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>

#include "app/supervise/process_tree.hpp"
#include "core/error.hpp"

namespace mdsim {

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error =
        ::posix_spawnp(&id_, arguments[0], nullptr, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        throw EnvironmentError(
            fmt::format("{} cannot be started: {}", words.at(0), std::strerror(error)));
}

ChildProcess::~ChildProcess() {
    if (ended()) return;
    kill_group();
    ended_within(10);
}

std::optional<int> ChildProcess::ended() {
    int status = 0;
    if (!code_ && ::waitpid(id_, &status, WNOHANG) == id_)
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return code_;
}

std::optional<int> ChildProcess::ended_within(double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr double step = 0.02;
    const auto limit = Clock::now() + std::chrono::duration<double>(seconds);
    while (!ended() && Clock::now() < limit) wait_seconds(step);
    return code_;
}

void ChildProcess::send_to_program(int signal) {
    if (ended()) return;
    const std::vector<pid_t> ranks = processes_of_program_below(id_);
    if (ranks.empty()) ::kill(id_, signal);
    for (const pid_t rank : ranks) ::kill(rank, signal);
}

void ChildProcess::kill_group() {
    if (!ended()) ::kill(-id_, SIGKILL);
}

void wait_seconds(double seconds) {
    const double whole = std::floor(seconds);
    timespec time{};
    time.tv_sec = static_cast<std::time_t>(whole);
    time.tv_nsec = static_cast<long>((seconds - whole) * 1e9);
    ::nanosleep(&time, nullptr);
}

} // namespace mdsim
