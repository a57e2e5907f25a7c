// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <limits>
#include <string>

#include "core/communicator.hpp"

namespace mdsim {

/// Memory that this process may take.
struct HostMemory {
    double most = std::numeric_limits<double>::infinity(); ///< ever [bytes]
    double free = std::numeric_limits<double>::infinity(); ///< beyond what it has now [bytes]
    std::string limit;                                     ///< what sets `most`
};

/// The memory of the machine and of the control groups around this process (of batch systems and
/// containers), shared equally among `ranks` processes, and what `ulimit` leaves to each. `root` is
/// the folder in which /proc and /sys are looked for.
HostMemory host_memory(int ranks, const std::filesystem::path& root = "/");

/// The memory of the rank that has least of it; collective.
HostMemory least_memory(const Communicator& comm);

} // namespace mdsim
