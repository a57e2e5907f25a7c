// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "config/config.hpp"
#include "input/structure/lattice.hpp"
#include "input/structure/random_fill.hpp"

namespace mdsim {

/// What [system.lattice] asks for. Throws InputError for an unknown species; names of regions are
/// known.
LatticeSpec lattice_spec(const Config& config);

/// What [system.random] asks for, in the box of the lattice if there is one. Throws as above.
RandomSpec random_spec(const Config& config);

/// The atoms of [system.lattice] and, after them, those of [system.random]. Throws InputError.
Structure make_start(const Config& config, IdBlock block);

/// The number of atoms that `make_start` places over all blocks.
std::int64_t start_count(const Config& config);

/// Which atoms were made where, one line for each section; empty if a file gives them.
std::string fills_text(const Config& config);

} // namespace mdsim
