// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <optional>
#include <string>
#include <utility>

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

/// "0", "0,1" where several share a GPU, nothing if it is not of the run.
std::string text_of(const std::vector<int>& ranks) {
    std::string text;
    for (const int rank : ranks) text += (text.empty() ? "" : ",") + std::to_string(rank);
    return text;
}

void add_host(const RunReadings& run, std::vector<Metric>& metrics) {
    const HostReadings& host = run.machine.host;
    Metric resident{"mdsim_process_resident_bytes", "Memory that the process of this rank holds"};
    Metric free{
        "mdsim_host_memory_free_bytes",
        "Memory that processes of the host of rank 0 may still take, by the tightest limit"};
    if (host.resident)
        resident.samples.push_back({{{"run", run.identity.run}, {"rank", "0"}}, *host.resident});
    if (host.free) free.samples.push_back({{{"run", run.identity.run}}, *host.free});
    metrics.push_back(std::move(resident));
    metrics.push_back(std::move(free));
}

} // namespace

std::vector<Metric> machine_metrics(const RunReadings& run) {
    std::vector<Metric> metrics;
    add_host(run, metrics);
    for (const GpuRow& row : gpu_rows) {
        Metric metric{row.name, row.help};
        for (const WatchedGpu& gpu : run.machine.gpus)
            if (const std::optional<double>& value = gpu.now.*row.value)
                metric.samples.push_back({{{"run", run.identity.run},
                                           {"gpu", std::to_string(gpu.now.number)},
                                           {"rank", text_of(gpu.ranks)},
                                           {"name", gpu.now.name},
                                           {"uuid", gpu.now.uuid}},
                                          *value});
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

} // namespace mdsim
