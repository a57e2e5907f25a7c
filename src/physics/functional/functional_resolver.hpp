// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "core/error.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// The functionals of all pairs of types, row after row, or no rows if there are none at all; and
/// what was wrong with the input.
struct ResolvedFunctionals {
    std::vector<std::optional<ManyBodyParams>> table;
    std::vector<Diagnostic> errors;
};

/// Spreads the functionals' entries over the symmetric table and checks them, each by itself and
/// with the others; says nothing of pair potentials. A pair that lacks its entry is in the table
/// nevertheless, so that nobody reports it again.
ResolvedFunctionals resolve_functionals(const ForceFieldSpec& spec);

} // namespace mdsim
