// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/command_line.hpp"
#include "config/config.hpp"
#include "core/communicator.hpp"
#include "core/error.hpp"
#include "core/start_time.hpp"

namespace mdsim {

/// Runs what the input describes, from its beginning or from a checkpoint; collective.
///
/// Returns success or stopped. Throws InputError, PhysicsError or EnvironmentError.
ExitCode run_simulation(const Config& config, const CommandLine& command, const StartTime& start,
                        const Communicator& comm, const MpiSession& session);

} // namespace mdsim
