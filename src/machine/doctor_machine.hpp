// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// What one machine offers to the ranks of a run, seen from rank 0; sizes in bytes, -1 if unknown.
struct Machine {
    std::vector<std::string> hosts; ///< of all ranks, each once
    int ranks = 1;
    int ranks_here = 1;         ///< on this node
    int cores = 1;              ///< that this rank may run on
    int node_cores = 1;         ///< that the node has
    int threads = 1;            ///< that a rank would use without run.threads
    bool threads_given = false; ///< by OMP_NUM_THREADS
    int gpus = 0;               ///< that a driver reports
    double free_memory = -1;
    double free_disk = -1;          ///< in the current folder
    double free_shared_memory = -1; ///< in /dev/shm, where ranks of a node leave messages
};

/// Looks around; collective.
Machine look_at_machine(const Communicator& comm);

/// How many GPUs of NVIDIA the driver of this node lists, whether this program can use them or not.
int count_gpus();

/// What is worth changing, one advice a line; empty if all is well.
std::vector<std::string> advice_for(const Machine& machine);

} // namespace mdsim
