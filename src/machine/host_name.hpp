// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// The name of this host; "an unnamed host" where it has none.
std::string host_name();

/// The names of the hosts of all ranks, each once, in the order of their first ranks; on rank 0,
/// empty elsewhere. Collective.
std::vector<std::string> host_names(const Communicator& comm);

} // namespace mdsim
