// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/error.hpp"
#include "input/structure/lattice.hpp"

namespace mdsim {

/// Everything that keeps make_lattice() from making a lattice, as far as it is known before sites
/// are counted.
std::vector<Diagnostic> lattice_faults(const LatticeSpec& spec);

} // namespace mdsim
