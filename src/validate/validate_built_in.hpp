// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "machine/processor.hpp"
#include "validate/validate_check.hpp"

namespace mdsim {

/// Checks that need no file: published and independently computed numbers of small configurations,
/// and every potential and truncation against its formula; collective, the checks on rank 0 only.
std::vector<Check> built_in_checks(const Communicator& comm, const Processor& processor);

} // namespace mdsim
