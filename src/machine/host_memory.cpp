// SPDX-License-Identifier: BSD-3-Clause
#include "machine/host_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/contract.hpp"
#include "machine/control_groups.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

/// The number behind a word at the start of a line; below 0 where there is none.
double number_behind(const Path& file, std::string_view word) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string first;
        double value = 0;
        if (words >> first >> value && first == word) return value;
    }
    return -1;
}

/// The number that a file holds; below 0 where there is no such file, or a word in it.
double number_in(const Path& file) {
    std::ifstream in(file);
    double value = 0;
    return in >> value ? value : -1;
}

/// What a version of control groups calls the same things.
struct GroupNames {
    const char* limit;
    const char* used;
    const char* idle_files; ///< in memory.stat: what the system can have back at once
};

constexpr GroupNames first_version{"memory.limit_in_bytes", "memory.usage_in_bytes",
                                   "total_inactive_file"};
constexpr GroupNames second_version{"memory.max", "memory.current", "inactive_file"};

void tighten(HostMemory& memory, double most, double free, const char* limit) {
    if (most < memory.most) {
        memory.most = most;
        memory.limit = limit;
    }
    memory.free = std::min(memory.free, std::max(0.0, free));
}

void look_into_group(const ControlGroup& group, HostMemory& memory) {
    constexpr double no_limit = 1e18; // the first version writes a number near 2^63
    const GroupNames& names = group.second_version ? second_version : first_version;
    const double most = number_in(group.folder / names.limit);
    if (most < 0 || most >= no_limit) return;
    const double used = std::max(0.0, number_in(group.folder / names.used));
    const double idle =
        std::max(0.0, number_behind(group.folder / "memory.stat", names.idle_files));
    tighten(memory, most, most - used + idle, "its control group");
}

/// What `ulimit -v` leaves to this process, which has some of it already.
void look_at_own_limit(const Path& root, HostMemory& memory) {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    const double pages = std::max(0.0, number_in(root / "proc/self/statm"));
    const auto most = static_cast<double>(limit.rlim_cur);
    tighten(memory, most, most - pages * static_cast<double>(sysconf(_SC_PAGESIZE)), "ulimit -v");
}

} // namespace

HostMemory host_memory(int ranks, const Path& root) {
    MDSIM_EXPECT(ranks > 0);
    constexpr double kilobyte = 1024; // as the kernel counts
    HostMemory memory;
    const double most = number_behind(root / "proc/meminfo", "MemTotal:");
    const double free = number_behind(root / "proc/meminfo", "MemAvailable:");
    if (most > 0 && free >= 0) tighten(memory, most * kilobyte, free * kilobyte, "this machine");
    for (const ControlGroup& group : control_groups(root, "memory")) look_into_group(group, memory);
    memory.most /= ranks;
    memory.free /= ranks;
    look_at_own_limit(root, memory);
    return memory;
}

HostMemory least_memory(const Communicator& comm) {
    HostMemory memory = host_memory(comm.node().size);
    const double most = comm.min_of(memory.most);
    if (most < memory.most) memory.limit = "the host of another rank";
    memory.most = most;
    memory.free = comm.min_of(memory.free);
    return memory;
}

} // namespace mdsim
