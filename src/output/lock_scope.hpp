// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace mdsim {

/// Why a lock on a file of this folder may be known to this host alone, by the file system and the
/// options with which it is mounted; empty where hosts share locks, or only this host has the
/// folder.
std::string lock_doubt(const std::string& folder);

/// The same, of the file system with this device number ("0:42") in the text of Linux'
/// /proc/self/mountinfo (manual page proc_pid_mountinfo(5)).
std::string lock_doubt_of(std::string_view mountinfo, std::string_view device);

} // namespace mdsim
