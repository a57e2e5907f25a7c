// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/communicator.hpp"
#include "ops/device_setup.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What a system needs of the memory of the GPU that it is to be computed on.
struct GpuForecast {
    DeviceMemory bytes_per_atom; ///< all zero where this build knows no GPU
    double if_denser = 0; ///< more in nine tenths of the volume, where a box follows the pressure
    int gpus = 1;
    double needed = 0;         ///< of each GPU [bytes]
    double available = 0;      ///< of the one that has least [bytes]
    double largest_system = 0; ///< atoms of the same density that would fit

    bool known() const { return bytes_per_atom.total() > 0; }
    bool fits() const { return needed <= available; }
};

/// The forecast for ranks whose processors are GPUs; collective.
GpuForecast forecast_gpu_memory(const SystemParts& parts, const Communicator& comm);

/// What the plan of a run says of the GPU and its memory.
std::string gpu_memory_text(const SystemParts& parts, const Communicator& comm);

/// Throws InputError on all ranks where the system does not fit; collective.
void check_gpu_memory(const SystemParts& parts, const Communicator& comm);

} // namespace mdsim
