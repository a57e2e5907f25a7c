// SPDX-License-Identifier: BSD-3-Clause
#include "app/processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/doctor_machine.hpp"

namespace mdsim {

namespace {

constexpr const char* key = "run.device";

/// The first device that this program has kernels for; else why there is none.
std::optional<Processor> find_gpu(std::string& why) {
    const std::vector<DeviceInfo> devices = find_devices(why);
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [](const DeviceInfo& device) { return device.supported; });
    if (found != devices.end()) return Processor{*found, static_cast<int>(found - devices.begin())};
    if (!devices.empty())
        why = fmt::format("this program has no kernels for {} ({}); build it with "
                          "-DCMAKE_CUDA_ARCHITECTURES={}",
                          devices.front().name, devices.front().architecture,
                          devices.front().architecture.substr(
                              std::min<std::size_t>(3, devices.front().architecture.size())));
    return std::nullopt;
}

} // namespace

std::string Processor::name() const {
    if (!gpu) return "cpu";
    return gpu->architecture.empty() ? gpu->name
                                     : fmt::format("{} ({})", gpu->name, gpu->architecture);
}

Processor choose_processor(DeviceChoice wanted, const Communicator& comm,
                           std::vector<Fault>& notes) {
    if (wanted == DeviceChoice::cpu) return {};
    std::string why;
    if (comm.size() > 1) {
        why = fmt::format("this version computes on one GPU with one rank, and there are {} ranks",
                          comm.size());
    } else if (std::optional<Processor> found = find_gpu(why)) {
        return *found;
    }
    if (wanted == DeviceChoice::cuda)
        throw InputError(key, fmt::format("\"cuda\" cannot be had: {}. {}\"cpu\" computes on the "
                                          "processor; mdsim doctor shows what this machine offers",
                                          why, comm.size() > 1 ? "Start one rank; " : ""));
    if (count_gpus() > 0)
        notes.push_back({key, fmt::format("computing on the CPU though this node has a GPU: {}; "
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
