// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "machine/nvml.hpp"
#include "metrics/host_readings.hpp"

namespace mdsim {

/// A GPU and the rank that computes on it.
struct GpuOwner {
    PciPlace place;
    int rank = 0;
};

/// What a GPU does, and the ranks that compute on it: none if it is not of the run.
struct WatchedGpu {
    GpuReading now;
    std::vector<int> ranks{};
};

/// What the host of rank 0 and its GPUs do.
struct MachineReadings {
    HostReadings host;
    std::vector<WatchedGpu> gpus{}; ///< empty: nothing is known
};

/// GPUs with their ranks.
std::vector<WatchedGpu> with_ranks(std::vector<GpuReading> gpus,
                                   const std::vector<GpuOwner>& owners);

} // namespace mdsim
