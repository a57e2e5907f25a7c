// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/cadence.hpp"
#include "core/communicator.hpp"
#include "session/checkpoint_state.hpp"
#include "session/run_files.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The checkpoint that a run goes on from, the newest good one of its folder, placed in the stages
/// of the input; `parts` takes its box and labels. Collective. Throws InputError on all ranks where
/// the input does not go on with that run.
template <class P>
CheckpointData<P> read_resumed(const std::string& effective_text, const Cadence& cadence,
                               SystemParts& parts, const RunFiles& files, const Communicator& comm);

} // namespace mdsim
