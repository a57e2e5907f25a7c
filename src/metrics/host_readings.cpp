// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/host_readings.hpp"

#include <unistd.h>

#include <cmath>
#include <fstream>

#include "machine/host_memory.hpp"

namespace mdsim {

HostReadings read_host(const std::filesystem::path& root) {
    HostReadings readings;
    std::ifstream in(root / "proc/self/statm");
    double total = 0;
    double resident = 0;
    if (in >> total >> resident)
        readings.resident = resident * static_cast<double>(sysconf(_SC_PAGESIZE));
    const double free = host_memory(1, root).free;
    if (std::isfinite(free)) readings.free = free;
    return readings;
}

} // namespace mdsim
