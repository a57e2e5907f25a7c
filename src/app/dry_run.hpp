// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "app/config.hpp"
#include "core/communicator.hpp"

namespace mdsim {

/// Checks all that can be checked without running and prints what a run would do: atoms, cells,
/// bricks and memory of each rank or of the GPU, disk, advice on the layout; collective. With
/// `gpu_memory` [bytes] the plan is for a GPU that this machine need not have. Throws InputError.
void print_plan(const Config& config, const Communicator& comm, std::optional<double> gpu_memory);

} // namespace mdsim
