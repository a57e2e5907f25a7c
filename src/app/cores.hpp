// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "core/communicator.hpp"

namespace mdsim {

/// How many cores the threads of ranks may use.
struct Cores {
    int own = 1;  ///< this rank: by its affinity, which a launcher may set
    int node = 1; ///< all ranks of this host together: by their affinities and by control groups
};

/// The cores that control groups leave to this process; infinite where they set no limit. `root`
/// stands in for "/".
double cores_of_control_groups(const std::filesystem::path& root = "/");

/// Collective over the ranks of a host.
Cores usable_cores(const Communicator& comm);

/// The threads that a rank takes by itself: its share of the cores, one at least.
int usual_threads(const Cores& cores, int ranks_on_node);

/// What is wrong with so many threads on a rank, where all ranks of the host have `node_threads`
/// together; empty where each has a core. One thread a rank is left to who starts the ranks.
std::string threads_advice(const Cores& cores, int threads, int node_threads, int ranks_on_node);

} // namespace mdsim
