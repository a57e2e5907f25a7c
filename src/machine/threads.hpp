// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Sets the threads of each rank: as the input says, otherwise OMP_NUM_THREADS, otherwise the cores
/// of the node shared among its ranks. Warns where they have no cores of their own; true where it
/// did. Collective. Throws InputError where there would be too many.
bool choose_threads(int requested, const Communicator& comm, std::vector<Diagnostic>& warnings);

/// Warns that other programs are busy on the host of the first rank; collective.
void warn_of_busy_cores(const Communicator& comm, std::vector<Diagnostic>& warnings);

} // namespace mdsim
