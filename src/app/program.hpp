// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"
#include "core/error.hpp"
#include "core/start_time.hpp"

namespace mdsim {

/// The whole program behind main: does what the command line asks for; collective.
///
/// Throws InputError and PhysicsError on all ranks alike, EnvironmentError on any rank.
ExitCode run_program(int argc, char** argv, const StartTime& start, const Communicator& comm,
                     const MpiSession& session);

} // namespace mdsim
