// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Why a run ends before its time.
struct Failure {
    ExitCode code = ExitCode::environment_fault;
    bool on_all_ranks = false; ///< all know of it and leave in order
    std::string what;
};

Failure failure_of(const std::exception& error);

/// Says it, once where all ranks know of it. Ends all ranks at once where other ranks may not know,
/// else returns the exit code.
ExitCode tell(const Failure& failure, const Communicator& comm);

} // namespace mdsim
