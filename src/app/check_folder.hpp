// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Checks every file in the output folder of a run that has ended, however it has, and prints for
/// each what is good, damaged or not covered; on rank 0, nothing is written there.
///
/// Returns ExitCode::input_error where something is damaged or missing. Throws InputError where the
/// folder holds no run, or a run writes to it now.
ExitCode check_folder(const Communicator& comm, const std::string& folder);

} // namespace mdsim
