// SPDX-License-Identifier: BSD-3-Clause
#include "app/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/doctor_machine.hpp"
#include "app/validate_files.hpp"
#include "core/version.hpp"
#include "cpu/simd/level.hpp"
#include "output/hdf5.hpp"

namespace mdsim {

namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* compiler = "GCC " __VERSION__;
#else
constexpr const char* compiler = "unknown";
#endif

std::string line(const char* what, const std::string& text) {
    return fmt::format("{:<12}{}\n", what, text);
}

std::string mpi_text(const MpiSession& session) {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    std::string name(text.data(), static_cast<std::size_t>(length));
    name.resize(std::min(name.find('\n'), name.size()));
    name.resize(std::min(name.find(", package"), name.size()));
    return fmt::format("{}, thread level {}", name, session.thread_level_name());
}

std::string hdf5_text(const Machine& machine, const MpiSession& session) {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    const bool threaded = machine.ranks == 1 || session.thread_level() == ThreadLevel::multiple;
    const char* files = machine.ranks == 1     ? "one rank writes"
                        : h5::parallel_build() ? "all ranks write one file"
                                               : "rank 0 writes for all";
    return fmt::format("{}.{}.{}, {}: {}, {}", major, minor, release,
                       h5::parallel_build() ? "parallel" : "serial", files,
                       threaded ? "in a thread beside the run" : "while the run waits");
}

std::string host_text(const Machine& machine) {
    std::string text = fmt::format("{} on {} host{}:", machine.ranks, machine.hosts.size(),
                                   machine.hosts.size() == 1 ? "" : "s");
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < machine.hosts.size() && i < most; ++i)
        text += " " + machine.hosts[i];
    return machine.hosts.size() > most ? text + " ..." : text;
}

std::string thread_text(const Machine& machine) {
    return fmt::format("{} a rank ({}); this rank may use {} of the node's {} cores",
                       machine.threads,
                       machine.threads_given ? "OMP_NUM_THREADS" : "OMP_NUM_THREADS is not set",
                       machine.cores, machine.node_cores);
}

std::string simd_text() {
    const char* wish = std::getenv("MDSIM_SIMD");
    const bool chosen = wish != nullptr && *wish != '\0';
    return fmt::format("{}, {}", name_of(simd_level()),
                       chosen ? "as MDSIM_SIMD says"
                              : "the widest of baseline, avx2, avx512 that this processor has");
}

std::string gpu_text(const Machine& machine) {
    return machine.gpus == 0
               ? "none found; runs use the CPU"
               : fmt::format("{} found, but this build has no GPU backend: runs use the CPU",
                             machine.gpus);
}

} // namespace

void print_doctor(const Communicator& comm, const MpiSession& session) {
    const Machine machine = look_at_machine(comm);
    if (!comm.is_root()) return;
    const std::filesystem::path data = find_reference_data();
    std::string text = line("mdsim", fmt::format("{}, commit {}", version, git_commit()));
    text += line("compiler", compiler);
    text += line("ranks", host_text(machine));
    text += line("threads", thread_text(machine));
    text += line("SIMD", simd_text());
    text += line("MPI", mpi_text(session));
    text += line("HDF5", hdf5_text(machine, session));
    text += line("GPU", gpu_text(machine));
    text += line("memory", size_text(machine.free_memory) + " free");
    text += line("disk", size_text(machine.free_disk) +
                             " free in the current folder, where output goes by default");
    text += line("references", data.empty()
                                   ? "built-in only; mdsim validate --data names a folder with more"
                                   : data.string());
    text +=
        fmt::format("\nA run started like this uses {} rank{} of {} thread{} with {} kernels.\n",
                    machine.ranks, machine.ranks == 1 ? "" : "s", machine.threads,
                    machine.threads == 1 ? "" : "s", name_of(simd_level()));
    for (const std::string& advice : advice_for(machine)) text += "advice: " + advice + "\n";
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

} // namespace mdsim
