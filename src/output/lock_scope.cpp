// SPDX-License-Identifier: BSD-3-Clause
#include "output/lock_scope.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/split_text.hpp"

namespace mdsim {

namespace {

struct Mount {
    std::string type;
    std::vector<std::string> options; ///< of the file system, as "local_lock=none"
};

/// The mount that a device number names, the last one where it is mounted more than once.
Mount mount_of(std::string_view mountinfo, std::string_view device) {
    Mount found;
    for (const std::string& line : split_text(mountinfo, '\n')) {
        const std::size_t middle = line.find(" - ");
        const std::vector<std::string> left = split_text(line.substr(0, middle), ' ');
        if (middle == std::string::npos || left.size() < 3 || left[2] != device) continue;
        const std::vector<std::string> right = split_text(line.substr(middle + 3), ' ');
        if (right.empty()) continue;
        found.type = right[0];
        found.options = right.size() > 2 ? split_text(right[2], ',') : std::vector<std::string>();
    }
    return found;
}

/// An option that keeps the locks of a kind of file system on one host.
struct LocalOption {
    std::string_view type;
    std::string_view option;
};

constexpr std::array<LocalOption, 8> local_options{{{"nfs", "local_lock=all"},
                                                    {"nfs", "local_lock=flock"},
                                                    {"nfs", "nolock"},
                                                    {"nfs4", "local_lock=all"},
                                                    {"nfs4", "local_lock=flock"},
                                                    {"lustre", "localflock"},
                                                    {"cifs", "nobrl"},
                                                    {"smb3", "nobrl"}}};

/// File systems for which nothing that is visible on this host shows whether hosts share locks.
constexpr std::array<std::string_view, 5> silent_types{"fuse", "9p", "virtiofs", "afs", "beegfs"};

bool is_of(const std::string& type, std::string_view kind) {
    return type == kind || type.rfind(std::string(kind) + ".", 0) == 0;
}

} // namespace

std::string lock_doubt_of(std::string_view mountinfo, std::string_view device) {
    const Mount mount = mount_of(mountinfo, device);
    for (const LocalOption& local : local_options)
        for (const std::string& option : mount.options)
            if (mount.type == local.type && option == local.option)
                return mount.type + " is mounted with " + option;
    for (const std::string_view kind : silent_types)
        if (is_of(mount.type, kind)) return "its file system is " + mount.type;
    return {};
}

std::string lock_doubt(const std::string& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) return {};
    std::ifstream in("/proc/self/mountinfo");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return lock_doubt_of(text, std::to_string(major(status.st_dev)) + ":" +
                                   std::to_string(minor(status.st_dev)));
}

} // namespace mdsim
