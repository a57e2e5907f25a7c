// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "machine/nvml.hpp"
#include "metrics/host_readings.hpp"
#include "metrics/metric.hpp"
#include "metrics/run_readings.hpp"

namespace mdsim {

/// A GPU and the rank that computes on it.
struct GpuOwner {
    PciPlace place;
    int rank = 0;
};

/// All metrics of a run; one of which nothing is known has no samples. docs/watching.md lists them.
std::vector<Metric> run_metrics(const RunReadings& run);

/// Those of the host of rank 0, with labels of the run.
std::vector<Metric> host_metrics(const HostReadings& host, const RunIdentity& identity);

/// Those of the GPUs of that host.
std::vector<Metric> gpu_metrics(const std::vector<GpuReading>& gpus,
                                const std::vector<GpuOwner>& owners, const RunIdentity& identity);

} // namespace mdsim
