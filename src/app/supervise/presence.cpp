// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/presence.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "app/supervise/child_process.hpp"
#include "core/error.hpp"
#include "ops/devices.hpp"

namespace mdsim {

namespace {

/// What a shell command prints, at most a line.
std::string first_line_of(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                               ::pclose);
    std::array<char, 256> line{};
    if (!pipe || std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr)
        return {};
    return line.data();
}

/// The GPUs that are present now. A process of its own asks, as CUDA looks only once in each.
int count_gpus() {
    constexpr int most = 255; // that an exit status can tell
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        std::string ignored;
        ::_exit(std::clamp(count_devices(ignored), 0, most));
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 0;
    return WEXITSTATUS(status);
}

} // namespace

int ranks_now(const SuperviseOptions& options) {
    if (options.ranks) return *options.ranks;
    if (options.ranks_command.empty()) return options.on_cpu ? 1 : std::max(1, count_gpus());
    const std::string line = first_line_of(options.ranks_command);
    int ranks = 0;
    if (std::sscanf(line.c_str(), "%d", &ranks) != 1 || ranks < 1)
        throw EnvironmentError(
            fmt::format("--ranks-command: found \"{}\"; it must print a number, at least 1", line));
    return ranks;
}

bool is_noticed(const SuperviseOptions& options) {
    std::error_code error;
    if (!options.notice_file.empty() && std::filesystem::exists(options.notice_file, error))
        return true;
    if (options.notice_command.empty()) return false;
    constexpr double limit = 10;
    return ChildProcess({"/bin/sh", "-c", options.notice_command}).ended_within(limit) == 0;
}

} // namespace mdsim
