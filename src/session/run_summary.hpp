// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"
#include "machine/processor.hpp"
#include "report/energy_drift.hpp"
#include "session/earlier_check.hpp"
#include "session/run_parts.hpp"

namespace mdsim {

/// What a run knows only when it ends.
struct EndOfRun {
    EarlierFindings earlier;
    std::optional<DriftPerAtom> drift; ///< of the last stage; nothing where it conserves no energy
};

/// Writes what a run amounted to for programs to read, as JSON on rank 0: seconds, speed, rebuilds
/// and memory, and what was moved between ranks, over all ranks; collective. Counts begin where
/// this part of the run began; `history` holds those before. Throws EnvironmentError if the file
/// cannot be written.
template <class P>
void write_run_summary(const std::string& path, const AnySimulation<P>& simulation,
                       const Processor& processor, const std::vector<RunPart>& history,
                       const EndOfRun& end, const Communicator& comm);

} // namespace mdsim
