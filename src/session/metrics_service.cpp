// SPDX-License-Identifier: BSD-3-Clause
#include "session/metrics_service.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "config/listen_address.hpp"
#include "core/agreement.hpp"

namespace mdsim {

namespace {

/// The ranks of the host of rank 0 and the GPUs on which they compute, on rank 0; collective.
std::vector<GpuOwner> gpu_owners(const Processor& processor, const Communicator& comm) {
    const std::string mine =
        fmt::format("{} {}", comm.rank(), processor.gpu ? processor.gpu->bus : "");
    std::vector<GpuOwner> owners;
    const Communicator host = comm.on_node();
    for (const auto& bytes : host.gather(std::as_bytes(std::span(mine.data(), mine.size())))) {
        std::istringstream words(
            std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        GpuOwner owner;
        std::string bus;
        words >> owner.rank >> bus;
        const std::optional<PciPlace> place = read_pci_place(bus);
        if (!place) continue;
        owner.place = *place;
        owners.push_back(owner);
    }
    return owners;
}

std::unique_ptr<const MachineWatch>
watch_machine(const Processor& processor, std::vector<GpuOwner> owners, bool served, RunLog& log) {
    if (!processor.gpu && !served) return std::make_unique<MachineWatch>(std::nullopt);
    const auto tell = [on_gpu = processor.gpu.has_value(), &log](const std::string& why) {
        if (on_gpu) log.add("nothing is known of what GPUs do: " + why);
    };
    return std::make_unique<MachineWatch>(GpuWatch{std::move(owners), tell});
}

} // namespace

MetricsService serve_metrics(const std::optional<MetricsSettings>& settings,
                             const Processor& processor, const Communicator& comm, RunLog& log) {
    MetricsService service;
    std::vector<GpuOwner> owners = gpu_owners(processor, comm);
    do_on_root(comm, [&] {
        service.machine = watch_machine(processor, std::move(owners), settings.has_value(), log);
        if (!settings) return;
        service.board = std::make_shared<ReadingsBoard>();
        service.server = std::make_unique<MetricsServer>(
            std::get<ListenAddress>(read_listen_address(settings->listen)), service.board);
    });
    return service;
}

} // namespace mdsim
