// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "core/communicator.hpp"
#include "engine/run_settings.hpp"

namespace mdsim {

/// What `mdsim validate` is asked to do.
struct ValidateOptions {
    std::filesystem::path
        data; ///< folder of reference cases; empty: where they are installed, if found
    DeviceChoice device = DeviceChoice::automatic;
};

/// Compares energies, forces, virials and short trajectories with reference values, in both
/// precisions on one device, and prints a table; collective.
///
/// Some references are built in and need no file. Returns 0, or the code of a physics fault if any
/// comparison fails, the same on every rank. Throws InputError if the folder given holds no cases.
int validate(const Communicator& comm, const ValidateOptions& options);

} // namespace mdsim
