// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

namespace mdsim {

/// The memory of this process and what its host has left for it.
struct HostReadings {
    std::optional<double> resident; ///< that this process holds [bytes]
    std::optional<double> free;     ///< beyond that, for all processes together [bytes]
};

/// As they are now; `root` is the folder in which /proc and /sys are looked for.
HostReadings read_host(const std::filesystem::path& root = "/");

} // namespace mdsim
