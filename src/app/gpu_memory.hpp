// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "app/config.hpp"
#include "app/system_parts.hpp"

namespace mdsim {

/// What a system needs of the memory of the GPU that it is to be computed on.
struct GpuForecast {
    DeviceMemory bytes_per_atom; ///< all zero where this build knows no GPU
    double needed = 0;           ///< [bytes]
    double available = 0;        ///< [bytes]
    double largest_system = 0;   ///< atoms of the same density that would fit

    bool known() const { return bytes_per_atom.total() > 0; }
    bool fits() const { return needed <= available; }
};

/// The forecast for parts on one rank whose processor is a GPU.
GpuForecast forecast_gpu_memory(const Config& config, const SystemParts& parts);

/// What the plan of a run says of the GPU and its memory.
std::string gpu_memory_text(const Config& config, const SystemParts& parts);

/// Throws InputError where the system does not fit.
void check_gpu_memory(const Config& config, const SystemParts& parts);

} // namespace mdsim
