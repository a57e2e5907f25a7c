// SPDX-License-Identifier: BSD-3-Clause
#include "app/python_command.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"

namespace mdsim {

namespace {

std::string interpreter() {
    const char* chosen = std::getenv("MDSIM_PYTHON");
    return chosen != nullptr && *chosen != '\0' ? chosen : "python3";
}

/// Shows the interpreter this program, and the package beside it, where it was built but not
/// installed.
void show_program_and_package() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) ::setenv("MDSIM_PROGRAM", program.c_str(), 1);
    const std::filesystem::path built = program.parent_path() / "python";
    if (error || !std::filesystem::exists(built / "mdsim", error)) return;
    const char* known = std::getenv("PYTHONPATH");
    const std::string path =
        known == nullptr ? built.string() : fmt::format("{}:{}", known, built.string());
    ::setenv("PYTHONPATH", path.c_str(), 1);
}

/// The exit code of a program; -1 where it cannot be started.
int exit_code_of(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0)
        return -1;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int python_command(const std::vector<std::string>& words) {
    const std::string python = interpreter();
    show_program_and_package();
    constexpr const char* looks = "import importlib.util as u, sys; "
                                  "sys.exit(u.find_spec('mdsim') is None)";
    const int found = exit_code_of({python, "-c", looks});
    if (found < 0)
        throw EnvironmentError(fmt::format("{}: {} cannot be started; it is needed for this "
                                           "command (package python3)",
                                           words.at(0), python));
    if (found != 0)
        throw EnvironmentError(fmt::format("{0}: this is a command of the Python package mdsim, "
                                           "which {1} does not have: {1} -m pip install "
                                           "'.[report]' in a clone of mdsim",
                                           words.at(0), python));
    std::vector<std::string> command{python, "-m", "mdsim"};
    command.insert(command.end(), words.begin(), words.end());
    std::fflush(nullptr);
    return exit_code_of(command);
}

} // namespace mdsim
