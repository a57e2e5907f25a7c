// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/export_options.hpp"
#include "core/communicator.hpp"

namespace mdsim {

/// Writes the frames of a trajectory as text that other programs read, and says how many;
/// collective, rank 0 works.
///
/// Numbers are brought into the units that readers of the format expect (`export_units`); one frame
/// is in memory at a time, and the output takes its name when it is whole. Throws InputError where
/// the options or the trajectory are wrong, EnvironmentError where writing fails.
void export_trajectory(const Communicator& comm, const ExportOptions& options);

} // namespace mdsim
