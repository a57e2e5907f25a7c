// SPDX-License-Identifier: BSD-3-Clause
#include "machine/doctor_machine.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/size_text.hpp"
#include "machine/cores.hpp"
#include "machine/free_space.hpp"
#include "machine/host_memory.hpp"
#include "machine/host_name.hpp"

namespace mdsim {

namespace {

namespace fs = std::filesystem;

/// What can be used without swapping; control groups may leave less than the machine has.
double free_memory() {
    const double free = host_memory(1).free;
    return std::isfinite(free) ? free : -1;
}

} // namespace

int count_gpus() {
    std::error_code error;
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc/driver/nvidia/gpus", error))
        count += entry.exists(error) ? 1 : 0;
    return count;
}

Machine look_at_machine(const Communicator& comm) {
    Machine machine;
    machine.hosts = host_names(comm);
    machine.ranks = comm.size();
    machine.ranks_here = comm.node().size;
    const Cores cores = usable_cores(comm);
    machine.cores = cores.own;
    machine.node_cores = cores.node;
    machine.threads_given = std::getenv("OMP_NUM_THREADS") != nullptr;
    machine.threads =
        machine.threads_given ? omp_get_max_threads() : usual_threads(cores, machine.ranks_here);
    machine.gpus = count_gpus();
    machine.free_memory = free_memory();
    machine.free_disk = free_space(".");
    machine.free_shared_memory = free_space("/dev/shm");
    return machine;
}

std::vector<std::string> advice_for(const Machine& m) {
    MDSIM_EXPECT(m.ranks_here > 0);
    constexpr double mebibyte = 1 << 20;
    constexpr double shared_memory_of_a_rank = 16 * mebibyte; // what common MPI libraries ask for
    constexpr double little_memory = 512 * mebibyte;
    constexpr double little_disk = 1024 * mebibyte;
    std::vector<std::string> advice;
    if (m.ranks_here > m.node_cores)
        advice.push_back(fmt::format("{} share {} of this node: use at most {} a node",
                                     counted(m.ranks_here, "rank"), counted(m.node_cores, "core"),
                                     counted(m.node_cores, "rank")));
    else if (m.ranks_here * m.threads > m.node_cores)
        advice.push_back(fmt::format("{} of {} share {} of this node: set OMP_NUM_THREADS={} or "
                                     "run.threads",
                                     counted(m.ranks_here, "rank"), counted(m.threads, "thread"),
                                     counted(m.node_cores, "core"),
                                     std::max(1, m.node_cores / m.ranks_here)));
    else if (m.threads > m.cores)
        advice.push_back(
            fmt::format("{} threads are confined to {}, by the launcher or a container: "
                        "try mpirun --bind-to none, or fewer threads",
                        m.threads, counted(m.cores, "core")));
    if (m.ranks > 1 && !m.threads_given)
        advice.push_back(fmt::format("OMP_NUM_THREADS is not set: each rank takes {}, its share of "
                                     "the cores; set it, or run.threads, to say so yourself",
                                     counted(m.threads, "thread")));
    if (m.free_shared_memory >= 0 && m.free_shared_memory < shared_memory_of_a_rank * m.ranks_here)
        advice.push_back(
            fmt::format("/dev/shm has {} free, which is little for messages among {} ranks; "
                        "in a container, enlarge it (docker run --shm-size=1g)",
                        size_text(m.free_shared_memory), m.ranks_here));
    if (m.free_memory >= 0 && m.free_memory < little_memory)
        advice.push_back(fmt::format("only {} of memory are free", size_text(m.free_memory)));
    if (m.free_disk >= 0 && m.free_disk < little_disk)
        advice.push_back(
            fmt::format("only {} are free on the disk of the current folder: mdsim --dry-run "
                        "tells what a run will write; --output chooses another place",
                        size_text(m.free_disk)));
    return advice;
}

} // namespace mdsim
