// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/command_line.hpp"
#include "config/input_text.hpp"
#include "core/communicator.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// What the command line asks to become of an earlier run in the output folder.
EarlierRun earlier_run(const CommandLine& command);

/// What becomes of the run that lies in the folder now: never `continued_if_started`.
///
/// A run with a checkpoint is continued. One that was killed before its first is replaced where it
/// had the same input, since it will write the same again; a finished one without a checkpoint is
/// moved aside. Throws InputError where the files belong to another input.
EarlierRun resolve_earlier_run(EarlierRun requested, const InputText& input, const RunFiles& files);

/// The same by rank 0, agreed with all ranks.
EarlierRun resolve_on_root(EarlierRun requested, const InputText& input, const RunFiles& files,
                           const Communicator& comm);

/// What the files take that this run replaces or goes on with [bytes].
double bytes_taken_over(const RunFiles& files, EarlierRun earlier);

} // namespace mdsim
