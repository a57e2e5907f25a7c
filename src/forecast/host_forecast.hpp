// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/communicator.hpp"
#include "machine/host_memory.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What a system needs of the memory of the hosts.
struct HostForecast {
    double bytes_per_atom = 0;
    double if_denser = 0; ///< more in nine tenths of the volume, where a box follows the pressure
    double measures = 0;  ///< of the places of all atoms, on each rank [bytes]
    double averages = 0;  ///< of rank 0, whatever the atoms [bytes]
    double needed = 0;    ///< of a rank with its share of the atoms, without halo [bytes]
    HostMemory memory;    ///< of the rank that has least

    /// A forecast may be wrong, so what is refused must be too large by far.
    bool fits_ever() const { return needed <= 1.5 * memory.most; }
    bool fits_now() const { return needed <= memory.free; }
};

/// The forecast for what the ranks compute on; collective.
HostForecast forecast_host_memory(const SystemParts& parts, const Communicator& comm);

/// What the plan of a run says of the memory of the hosts.
std::string host_memory_text(const HostForecast& forecast);

/// Throws InputError on all ranks where the system can never fit, and warns where it does not fit
/// into what is free now; collective.
void check_host_memory(SystemParts& parts, const Communicator& comm);

} // namespace mdsim
