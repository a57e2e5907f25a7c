// SPDX-License-Identifier: BSD-3-Clause
#include "machine/cores.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>
#include <thread>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "machine/control_groups.hpp"

namespace mdsim {

namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// One bit for each core of a machine of up to 8192.
using CoreSet = std::array<std::uint64_t, 128>;

/// The cores that this process may run on; empty where the system does not say.
CoreSet affinity() {
    CoreSet set{};
    if (sched_getaffinity(0, sizeof set, reinterpret_cast<cpu_set_t*>(set.data())) < 0) set = {};
    return set;
}

int count(const CoreSet& set) {
    int cores = 0;
    for (const std::uint64_t word : set) cores += std::popcount(word);
    return cores;
}

/// The quota of a group over its period, in cores.
double quota_of(const ControlGroup& group) {
    double quota = -1;
    double period = 0;
    if (group.second_version) {
        std::ifstream in(group.folder / "cpu.max"); // "200000 100000", or "max 100000"
        in >> quota >> period;
    } else {
        std::ifstream(group.folder / "cpu.cfs_quota_us") >> quota; // -1 for no limit
        std::ifstream(group.folder / "cpu.cfs_period_us") >> period;
    }
    return quota > 0 && period > 0 ? quota / period : no_limit;
}

} // namespace

double cores_of_control_groups(const std::filesystem::path& root) {
    double least = no_limit;
    for (const ControlGroup& group : control_groups(root, "cpu"))
        least = std::min(least, quota_of(group));
    return least;
}

Cores usable_cores(const Communicator& comm) {
    CoreSet set = affinity();
    const int fallback = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    Cores cores;
    cores.own = count(set) > 0 ? count(set) : fallback;
    comm.on_node().bitwise_or(std::span<std::uint64_t>(set));
    cores.node = std::max(count(set), cores.own);
    // A part of a core serves one thread at least; of 2.5 cores the third thread would often wait.
    const double granted = std::max(1.0, std::floor(cores_of_control_groups()));
    if (granted < cores.node) cores.node = static_cast<int>(granted);
    cores.own = std::min(cores.own, cores.node);
    MDSIM_ENSURE(1 <= cores.own && cores.own <= cores.node);
    return cores;
}

int usual_threads(const Cores& cores, int ranks_on_node) {
    MDSIM_EXPECT(ranks_on_node > 0 && cores.own > 0);
    return std::max(1, std::min(cores.own, cores.node / ranks_on_node));
}

std::string threads_advice(const Cores& cores, int threads, int node_threads, int ranks_on_node) {
    MDSIM_EXPECT(threads > 0 && node_threads >= threads && ranks_on_node > 0);
    std::string found;
    if (node_threads > cores.node)
        found = ranks_on_node == 1
                    ? fmt::format("{} share {}", counted(threads, "thread"),
                                  counted(cores.node, "core"))
                    : fmt::format("{} of {} share {}", counted(ranks_on_node, "rank"),
                                  counted(threads, "thread"), counted(cores.node, "core"));
    else if (threads > cores.own)
        found = fmt::format("{} are confined to {} by the launcher", counted(threads, "thread"),
                            counted(cores.own, "core"));
    if (found.empty()) return {};
    return fmt::format("{}, so that they wait for each other at every step: the run will be many "
                       "times slower than with {}",
                       found,
                       threads == 1 ? counted(cores.node, "rank")
                                    : counted(usual_threads(cores, ranks_on_node), "thread"));
}

double busy_cores(int own, const std::filesystem::path& root) {
    double of_last_minute = 0;
    double skipped = 0;
    double running = 0;
    std::ifstream in(root / "proc/loadavg"); // "3.26 4.27 3.37 4/163 5998"
    if (!(in >> of_last_minute >> skipped >> skipped >> running)) return 0;
    return std::max(0.0, std::min(of_last_minute, running - own));
}

std::string busy_advice(double busy, int machine, int threads) {
    if (busy < 0.75 || threads <= machine - busy + 0.5) return {};
    const std::string effect =
        threads == 1 ? "the run will be slower while they do"
                     : fmt::format("{} threads are to run: one that shares its core holds up all "
                                   "others, so that fewer (run.threads) may be faster",
                                   threads);
    return fmt::format("other programs keep about {:.0f} of the {} of this machine busy, and {}",
                       std::min(busy, static_cast<double>(machine)), counted(machine, "core"),
                       effect);
}

} // namespace mdsim
