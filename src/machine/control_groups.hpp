// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mdsim {

/// A control group that this process is in, as a folder of files with its limits.
struct ControlGroup {
    std::filesystem::path folder;
    bool second_version = true;
};

/// The control groups that limit a resource ("memory", "cpu") of this process, each with all that
/// it lies in, the innermost first; none where the system has none. `root` stands in for "/".
std::vector<ControlGroup> control_groups(const std::filesystem::path& root,
                                         const std::string& resource);

} // namespace mdsim
