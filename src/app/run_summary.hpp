// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/earlier_check.hpp"
#include "app/processor.hpp"
#include "app/run_parts.hpp"
#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"

namespace mdsim {

/// Writes what a run amounted to for programs to read, as JSON on rank 0: seconds, speed, rebuilds
/// and memory, and what was moved between ranks, over all ranks; collective. Counts begin where
/// this part of the run began; `history` tells of those before. Throws EnvironmentError if the file
/// cannot be written.
template <class P>
void write_run_summary(const std::string& path, const AnySimulation<P>& simulation,
                       const Processor& processor, const std::vector<RunPart>& history,
                       const EarlierFindings& earlier, const Communicator& comm);

} // namespace mdsim
