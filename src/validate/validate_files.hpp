// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "core/communicator.hpp"
#include "machine/processor.hpp"
#include "validate/validate_check.hpp"

namespace mdsim {

/// The folder of reference cases that belongs to this program: where it was installed to, or in the
/// source tree around it; empty if there is none.
std::filesystem::path find_reference_data();

/// Runs the single points and short trajectories of a folder: each of its folders that holds a
/// reference.json of that kind and inputs; collective, the checks on rank 0 only.
///
/// Throws InputError where a file is missing or wrong, or nothing is found.
std::vector<Check> file_checks(const std::filesystem::path& folder, const Communicator& comm,
                               const Processor& processor);

} // namespace mdsim
