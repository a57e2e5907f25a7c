// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/machine_readings.hpp"

#include <utility>

namespace mdsim {

std::vector<WatchedGpu> with_ranks(std::vector<GpuReading> gpus,
                                   const std::vector<GpuOwner>& owners) {
    std::vector<WatchedGpu> watched;
    for (GpuReading& gpu : gpus) {
        std::vector<int> ranks;
        for (const GpuOwner& owner : owners)
            if (owner.place == gpu.place) ranks.push_back(owner.rank);
        watched.push_back({std::move(gpu), std::move(ranks)});
    }
    return watched;
}

} // namespace mdsim
