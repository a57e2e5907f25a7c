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
/// together; empty where each has a core.
std::string threads_advice(const Cores& cores, int threads, int node_threads, int ranks_on_node);

/// How many cores other programs keep busy, where `own` processes of the run are busy now. Counted
/// are those that were so over the last minute and still are, so that a run that has just ended is
/// none. `root` stands in for "/".
double busy_cores(int own, const std::filesystem::path& root = "/");

/// What is wrong with so many threads on a machine of so many cores of which some are busy; empty
/// where enough are free.
std::string busy_advice(double busy, int machine, int threads);

} // namespace mdsim
