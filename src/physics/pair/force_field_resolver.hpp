// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "core/error.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// The interactions of all pairs of types, row after row, and what was wrong with the input.
struct ResolvedPairs {
    std::vector<std::optional<PairInteraction>> table;
    std::vector<std::optional<ManyBodyParams>> functionals; ///< likewise; none: empty
    std::vector<Diagnostic> errors;
};

/// Spreads the entries over the symmetric tables, mixes what is missing and checks every pair. Of
/// more than 20 errors the rest is counted in one more.
ResolvedPairs resolve_pairs(const ForceFieldSpec& spec);

} // namespace mdsim
