// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/config.hpp"
#include "core/communicator.hpp"

namespace mdsim {

/// Checks all that can be checked without running and prints what a run would do: atoms, cells,
/// bricks and memory of each rank, disk, advice on the layout; collective. Throws InputError.
void print_plan(const Config& config, const Communicator& comm);

} // namespace mdsim
