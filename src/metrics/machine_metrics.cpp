// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "metrics/metric_table.hpp"

namespace mdsim {

namespace {

/// A metric of each GPU.
struct GpuRow {
    const char* name;
    const char* help;
    std::optional<double> GpuReading::*value;
};

constexpr std::array<GpuRow, 6> gpu_rows{{
    {"mdsim_gpu_utilization_ratio", "Part of the last moments in which a kernel ran",
     &GpuReading::utilization},
    {"mdsim_gpu_memory_used_bytes", "Memory in use, by all programs", &GpuReading::memory_used},
    {"mdsim_gpu_memory_bytes", "Memory in all", &GpuReading::memory},
    {"mdsim_gpu_power_watts", "Power that it draws", &GpuReading::power},
    {"mdsim_gpu_clock_hertz", "Clock of the multiprocessors", &GpuReading::clock},
    {"mdsim_gpu_temperature_celsius", "Temperature", &GpuReading::temperature},
}};

/// The ranks that compute on a GPU: "0", "0,1" where they share it, nothing if it is not of the
/// run.
std::string ranks_on(const PciPlace& place, const std::vector<GpuOwner>& owners) {
    std::string ranks;
    for (const GpuOwner& owner : owners)
        if (owner.place == place) ranks += (ranks.empty() ? "" : ",") + std::to_string(owner.rank);
    return ranks;
}

} // namespace

std::vector<Metric> host_metrics(const HostReadings& host, const RunIdentity& identity) {
    Metric resident{"mdsim_process_resident_bytes", "Memory that the process of this rank holds"};
    Metric free{
        "mdsim_host_memory_free_bytes",
        "Memory that processes of the host of rank 0 may still take, by the tightest limit"};
    if (host.resident)
        resident.samples.push_back({{{"run", identity.run}, {"rank", "0"}}, *host.resident});
    if (host.free) free.samples.push_back({{{"run", identity.run}}, *host.free});
    return {resident, free};
}

std::vector<Metric> gpu_metrics(const std::vector<GpuReading>& gpus,
                                const std::vector<GpuOwner>& owners, const RunIdentity& identity) {
    std::vector<Metric> metrics;
    for (const GpuRow& row : gpu_rows) {
        Metric metric{row.name, row.help};
        for (const GpuReading& gpu : gpus)
            if (const std::optional<double>& value = gpu.*row.value)
                metric.samples.push_back({{{"run", identity.run},
                                           {"gpu", std::to_string(gpu.number)},
                                           {"rank", ranks_on(gpu.place, owners)},
                                           {"name", gpu.name},
                                           {"uuid", gpu.uuid}},
                                          *value});
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

} // namespace mdsim
