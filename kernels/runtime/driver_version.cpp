// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/driver_version.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Conditional nodes of graphs.
constexpr int first_with_loops = 12040;

std::string text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

} // namespace

int least_driver(int toolkit) {
    MDSIM_EXPECT(toolkit >= 1000); // as CUDA numbers versions
    return std::max(first_with_loops, toolkit / 1000 * 1000);
}

std::string why_driver_too_old(int offered, int toolkit) {
    const int least = least_driver(toolkit);
    if (offered >= least) return {};
    return fmt::format("the GPU's driver offers CUDA {}, this program needs {} or newer: update "
                       "the driver (nvidia-smi shows what it offers){}",
                       text(offered), text(least),
                       least > first_with_loops && offered >= first_with_loops
                           ? ", or build with an older toolkit"
                           : "");
}

} // namespace mdsim
