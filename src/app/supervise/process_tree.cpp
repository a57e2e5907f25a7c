// SPDX-License-Identifier: BSD-3-Clause
#include "app/supervise/process_tree.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <system_error>

namespace mdsim {

namespace {

namespace fs = std::filesystem;

std::optional<pid_t> number_of(const std::string& text) {
    pid_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

/// The third field of /proc/PID/stat behind the name, which may hold any sign.
std::optional<pid_t> parent_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || name_end + 4 > line.size()) return std::nullopt;
    const std::size_t begin = name_end + 4; // ") S "
    return number_of(line.substr(begin, line.find(' ', begin) - begin));
}

/// Of each process of this host its parent.
std::map<pid_t, pid_t> all_parents() {
    std::map<pid_t, pid_t> parents;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error))
        if (const auto process = number_of(entry.path().filename().string()))
            if (const auto parent = parent_of(*process)) parents[*process] = *parent;
    return parents;
}

bool is_below(pid_t process, pid_t root, const std::map<pid_t, pid_t>& parents) {
    for (auto found = parents.find(process); found != parents.end();
         found = parents.find(found->second))
        if (found->second == root) return true;
    return false;
}

bool runs_this_program(pid_t process) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/" + std::to_string(process) + "/exe", error);
    return !error && program == fs::read_symlink("/proc/self/exe", error);
}

} // namespace

std::vector<pid_t> processes_of_program_below(pid_t root) {
    const std::map<pid_t, pid_t> parents = all_parents();
    std::vector<pid_t> found;
    for (const auto& [process, parent] : parents)
        if (is_below(process, root, parents) && runs_this_program(process))
            found.push_back(process);
    return found;
}

} // namespace mdsim
