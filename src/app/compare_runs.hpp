// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// What `mdsim compare` ends with where two runs differ, as cmp and diff do.
inline constexpr auto runs_differ = static_cast<ExitCode>(1);

/// Prints whether two runs have the same bits, and where they part: their newest checkpoints, and
/// the rows and frames of the steps that both have; on rank 0. Who made the runs, where and when is
/// no part of it.
///
/// Returns ExitCode::success or runs_differ. Throws InputError where nothing could be compared.
ExitCode compare_runs(const Communicator& comm, const std::string& first,
                      const std::string& second);

} // namespace mdsim
