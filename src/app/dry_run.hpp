// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/command_line.hpp"
#include "config/config.hpp"
#include "core/communicator.hpp"

namespace mdsim {

/// Checks all that can be checked without running and prints what a run would do: atoms, cells,
/// bricks, memory, disk, advice on the layout; collective. With `command.gpu_memory` the plan is
/// for a GPU that this machine need not have. Throws, after the plan, what the run would throw
/// because of a parallel.grid that is not that of the ranks, in whose place the plan has one that
/// fits, or because of its output folder or the checkpoint there, and changes nothing in it.
void print_plan(Config config, const CommandLine& command, const Communicator& comm);

} // namespace mdsim
