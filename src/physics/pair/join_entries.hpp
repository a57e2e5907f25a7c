// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/error.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// One entry for each pair of species, and what forbade to join others to it.
struct JoinedEntries {
    std::vector<PairEntry> pairs; ///< in the order in which they were first named
    std::vector<Diagnostic> errors;
};

/// Joins two entries of the same pair to a sum, in either order the same one: both must have the
/// cutoff and the truncation, and their sum must be offered. Types of entries must be those of a
/// species.
JoinedEntries join_entries(const ForceFieldSpec& spec);

} // namespace mdsim
