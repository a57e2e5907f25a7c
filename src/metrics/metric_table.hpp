// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "metrics/metric.hpp"
#include "metrics/run_readings.hpp"

namespace mdsim {

/// All metrics of a run; one of which nothing is known has no samples. docs/watching.md lists them.
std::vector<Metric> metrics_of(const RunReadings& run);

/// Those of them that the run knows of itself.
std::vector<Metric> run_metrics(const RunReadings& run);

/// Those of the host of rank 0 and of its GPUs.
std::vector<Metric> machine_metrics(const RunReadings& run);

} // namespace mdsim
