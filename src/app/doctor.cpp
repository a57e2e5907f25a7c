// SPDX-License-Identifier: BSD-3-Clause
#include "app/doctor.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/communicator_library.hpp"
#include "core/counted.hpp"
#include "core/size_text.hpp"
#include "core/version.hpp"
#include "cpu/simd/level.hpp"
#include "machine/build_text.hpp"
#include "machine/doctor_machine.hpp"
#include "machine/processor.hpp"
#include "ops/device_links.hpp"
#include "ops/devices.hpp"
#include "output/hdf5.hpp"
#include "report/links_text.hpp"
#include "validate/validate_files.hpp"

namespace mdsim {

namespace {

std::string line(const char* what, const std::string& text) {
    return fmt::format("{:<12}{}\n", what, text);
}

std::string hdf5_text(const Machine& machine, const MpiSession& session) {
    const bool threaded = machine.ranks == 1 || session.thread_level() == ThreadLevel::multiple;
    const char* files = machine.ranks == 1     ? "one rank writes"
                        : h5::parallel_build() ? "all ranks write one file"
                                               : "rank 0 writes for all";
    return fmt::format("{}, {}: {}, {}", h5::library_version(),
                       h5::parallel_build() ? "parallel" : "serial", files,
                       threaded ? "in a thread beside the run" : "while the run waits");
}

std::string host_text(const Machine& machine) {
    std::string text =
        fmt::format("{} on {}:", machine.ranks,
                    counted(static_cast<std::int64_t>(machine.hosts.size()), "host"));
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < machine.hosts.size() && i < most; ++i)
        text += " " + machine.hosts[i];
    return machine.hosts.size() > most ? text + " ..." : text;
}

std::string thread_text(const Machine& machine) {
    return fmt::format("{} a rank ({}); this rank may use {} of the node's {}", machine.threads,
                       machine.threads_given ? "OMP_NUM_THREADS" : "OMP_NUM_THREADS is not set",
                       machine.cores, counted(machine.node_cores, "core"));
}

std::string simd_text() {
    const char* requested = std::getenv("MDSIM_SIMD");
    const bool chosen = requested != nullptr && *requested != '\0';
    return fmt::format("{}, {}", name_of(simd_level()),
                       chosen ? "as MDSIM_SIMD says"
                              : "the widest of baseline, avx2, avx512 that this processor has");
}

std::string gpu_text(const Machine& machine, const std::vector<DeviceInfo>& gpus,
                     const std::string& why) {
    std::string text;
    for (const DeviceInfo& gpu : gpus)
        text += fmt::format("{}{}, {}, {} of {} free{}", text.empty() ? "" : "\n            ",
                            gpu.name, gpu.architecture, size_text(static_cast<double>(gpu.free)),
                            size_text(static_cast<double>(gpu.memory)),
                            gpu.supported ? "" : "; this program has no kernels for it");
    if (!text.empty()) return text;
    return fmt::format("none for this program: {}{}; runs use the CPU", why,
                       machine.gpus > 0 ? fmt::format(" ({} seen by the driver)", machine.gpus)
                                        : "");
}

/// What a run started like this would use; `each` is what this of several ranks computes on.
std::string use_text(const Machine& machine, const std::vector<DeviceInfo>& gpus,
                     const Processor& each) {
    if (each.gpu) return fmt::format("{} ranks, each with a GPU of its own", machine.ranks);
    if (machine.ranks == 1) {
        for (const DeviceInfo& gpu : gpus) {
            if (gpu.supported) return fmt::format("the {}", gpu.name);
        }
    }
    return fmt::format("{} of {} with {} kernels", counted(machine.ranks, "rank"),
                       counted(machine.threads, "thread"), name_of(simd_level()));
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// All but what lies between the GPUs of several ranks. The GPUs of other ranks are left alone.
std::string overview(const Machine& machine, const MpiSession& session, const Processor& each) {
    std::string why;
    const std::vector<DeviceInfo> gpus =
        each.gpu ? std::vector<DeviceInfo>{*each.gpu} : find_devices(why);
    const std::filesystem::path data = find_reference_data();
    std::string text = line("mdsim", fmt::format("{}, commit {}", version, git_commit()));
    text += line("compiler", compiler_text());
    text += line("ranks", host_text(machine));
    text += line("threads", thread_text(machine));
    text += line("SIMD", simd_text());
    text +=
        line("MPI", fmt::format("{}, thread level {}", mpi_library(), session.thread_level_name()));
    text += line("HDF5", hdf5_text(machine, session));
    text += line("GPU", gpu_text(machine, gpus, why) + (each.gpu ? "; one for each rank" : ""));
    text += line("memory", size_text(machine.free_memory) + " free");
    text += line("disk", size_text(machine.free_disk) +
                             " free in the current folder, where output goes by default");
    text += line("references", data.empty()
                                   ? "built-in only; mdsim validate --data names a folder with more"
                                   : data.string());
    return text +
           fmt::format("\nA run started like this uses {}.\n", use_text(machine, gpus, each));
}

} // namespace

void print_doctor(const Communicator& comm, const MpiSession& session) {
    const Machine machine = look_at_machine(comm);
    std::vector<Diagnostic> warnings;
    Processor each; // of several ranks; one rank looks at all GPUs instead
    if (comm.size() > 1) each = choose_processor({DeviceChoice::automatic, false}, comm, warnings);
    if (comm.is_root()) {
        print(overview(machine, session, each));
        for (const std::string& advice : advice_for(machine)) print("advice: " + advice + "\n");
        for (const Diagnostic& warning : warnings) print("advice: " + warning.message + "\n");
    }
    if (!each.gpu) return;
    use_device(each.device);
    // What fails here is an answer too, so all else has been printed before.
    const DeviceLinks links = measure_device_links(comm);
    if (comm.is_root()) print("\n" + links_text(links));
}

} // namespace mdsim
