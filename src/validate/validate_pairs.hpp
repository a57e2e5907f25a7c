// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "machine/processor.hpp"
#include "validate/validate_check.hpp"

namespace mdsim {

/// Appends checks of every pair potential with every truncation, on pairs of atoms far from each
/// other: the potential alone, and what the engine makes of it, against the formula; collective.
void add_pair_checks(const Communicator& comm, const Processor& processor,
                     std::vector<Check>& checks);

} // namespace mdsim
