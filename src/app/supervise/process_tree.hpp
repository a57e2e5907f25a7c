// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <vector>

namespace mdsim {

/// The processes of this host that run this program and that process `root` has started, by itself
/// or through others; those whose parents have ended are not found.
std::vector<pid_t> processes_of_program_below(pid_t root);

} // namespace mdsim
