// SPDX-License-Identifier: BSD-3-Clause
#include "machine/processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <span>

#include "core/agreement.hpp"
#include "core/version.hpp"
#include "machine/doctor_machine.hpp"
#include "machine/host_name.hpp"

namespace mdsim {

namespace {

constexpr const char* key = "run.device";

std::string why_unsupported(const DeviceInfo& device) {
    constexpr int least_architecture = 80;
    const std::string number =
        device.architecture.substr(std::min<std::size_t>(3, device.architecture.size()));
    if (std::atoi(number.c_str()) < least_architecture)
        return fmt::format("the kernels need a GPU of sm_{} (A100, RTX 30) or newer; {} is {}",
                           least_architecture, device.name, device.architecture);
    return fmt::format(
        "this program has no kernels for {} ({}); build it with -DCMAKE_CUDA_ARCHITECTURES={}",
        device.name, device.architecture, number);
}

/// The first device that this program has kernels for; otherwise why there is none.
std::optional<Processor> find_gpu(std::string& why) {
    const std::vector<DeviceInfo> devices = find_devices(why);
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [](const DeviceInfo& device) { return device.supported; });
    if (found != devices.end()) return Processor{*found, static_cast<int>(found - devices.begin())};
    if (!devices.empty()) why = why_unsupported(devices.front());
    return std::nullopt;
}

/// Whether this node has a GPU, seen without a backend. Containers may hide the driver's list.
bool node_has_gpu() {
    std::error_code error;
    return count_gpus() > 0 || std::filesystem::exists("/dev/nvidia0", error);
}

/// How many ranks of this node use the same device as this one.
int ranks_on(const std::string& bus, const Communicator& comm) {
    const Communicator here = comm.on_node();
    std::vector<std::uint64_t> seat(static_cast<std::size_t>(here.size()), 0);
    seat[static_cast<std::size_t>(here.rank())] = std::hash<std::string>{}(bus);
    here.sum(std::span<std::uint64_t>(seat));
    return static_cast<int>(
        std::count(seat.begin(), seat.end(), seat[static_cast<std::size_t>(here.rank())]));
}

/// Lets all ranks throw the failure of the machine that one of them met, the lowest that did; an
/// empty text is none. Collective.
void throw_together(const std::string& failure, const Communicator& comm) {
    const Rank first = comm.min_of(failure.empty() ? comm.size() : comm.rank());
    if (first == comm.size()) return;
    const std::string words = fmt::format("rank {} on {}: {}", first, host_name(), failure);
    throw OrderlyEnvironmentError(comm.broadcast(words, first));
}

/// The device for this rank among those of its node: one each, in the order of ranks. Collective.
std::optional<Processor> find_gpu_of_rank(const Communicator& comm, const ProcessorRequest& request,
                                          std::string& why) {
    const bool share = request.share_gpus;
    const int count = count_devices(why);
    std::optional<Processor> found;
    std::string failure;
    if (count > 0) {
        const int device = comm.node().rank % count;
        try {
            found = Processor{find_device(device), device};
        } catch (const EnvironmentError& error) {
            failure = error.what();
        }
        if (found && !found->gpu->supported) why = why_unsupported(*found->gpu);
    }
    throw_together(failure, comm);
    const int ranks = ranks_on(found ? found->gpu->bus : "", comm);
    if (found && ranks > 1 && !share)
        why = fmt::format("{} ranks would share the GPU {}: start one rank for each GPU, or set "
                          "parallel.share_gpus",
                          ranks, found->gpu->bus);
    const bool reached =
        request.transport != TransportChoice::direct || comm.node().size == comm.size();
    if (!reached)
        why = "GPUs of several hosts cannot write into each other's memory, as "
              "parallel.transport = \"direct\" asks: leave it \"auto\"";
    const bool good = found && found->gpu->supported && (ranks == 1 || share) && reached;
    const Rank first = comm.min_of(good ? comm.size() : comm.rank());
    if (first == comm.size()) return found;
    if (first > 0) why = fmt::format("rank {} on {}: {}", first, host_name(), why);
    why = comm.broadcast(why, first);
    return std::nullopt;
}

} // namespace

std::string Processor::name() const {
    if (!gpu) return "cpu";
    return gpu->architecture.empty() ? gpu->name
                                     : fmt::format("{} ({})", gpu->name, gpu->architecture);
}

Processor choose_processor(const ProcessorRequest& request, const Communicator& comm,
                           std::vector<Diagnostic>& warnings) {
    if (request.device == DeviceChoice::cpu) return {};
    std::string why;
    if (std::optional<Processor> found =
            comm.size() > 1 ? find_gpu_of_rank(comm, request, why) : find_gpu(why))
        return *found;
    if (cuda_release().empty()) why += ", tools/run --cuda adds it";
    if (request.device == DeviceChoice::cuda)
        throw InputError(key, fmt::format("\"cuda\" cannot be had: {}. \"cpu\" computes on the "
                                          "processor; mdsim doctor shows what this machine offers",
                                          why));
    if (node_has_gpu())
        warnings.push_back(
            {key, fmt::format("the run computes on the CPU though this node has a GPU: {}; "
                              "device = \"cpu\" says that this is as wanted",
                              why)});
    return {};
}

Processor imagined_gpu(double memory) {
    DeviceInfo gpu;
    gpu.name = "a GPU";
    gpu.memory = gpu.free = static_cast<std::int64_t>(memory);
    gpu.supported = true;
    return {gpu, 0};
}

} // namespace mdsim
