// SPDX-License-Identifier: BSD-3-Clause
#include "machine/control_groups.hpp"

#include <fstream>

#include "core/contract.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

void add_with_all_around(const Path& mount, const Path& group, bool second_version,
                         std::vector<ControlGroup>& groups) {
    for (Path inside = group.relative_path();; inside = inside.parent_path()) {
        groups.push_back({mount / inside, second_version});
        if (inside.empty()) return;
    }
}

} // namespace

std::vector<ControlGroup> control_groups(const Path& root, const std::string& resource) {
    MDSIM_EXPECT(!resource.empty());
    std::vector<ControlGroup> groups;
    std::ifstream in(root / "proc/self/cgroup");
    const Path mounts = root / "sys/fs/cgroup";
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string kinds = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string group = line.substr(second + 1);
        if (kinds == ",,") add_with_all_around(mounts, group, true, groups);
        if (kinds.find("," + resource + ",") != std::string::npos)
            add_with_all_around(mounts / resource, group, false, groups);
    }
    return groups;
}

} // namespace mdsim
