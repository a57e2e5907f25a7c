// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "config/lattice_spec.hpp"
#include "input/structure/random_fill.hpp"

namespace mdsim {

/// What [system.random] asks for, in the box of the lattice if there is one. Throws as
/// lattice_spec().
RandomSpec random_spec(const SystemSections& sections, std::uint64_t seed = 0);

/// The atoms of [system.lattice] and, after them, those of [system.random]. Throws InputError.
Structure make_start(const SystemSections& sections, std::uint64_t seed, IdBlock block);

/// The number of atoms that `make_start` places over all blocks.
std::int64_t start_count(const SystemSections& sections);

/// Which atoms were made where, one line for each section; empty if a file gives them.
std::string fills_text(const SystemSections& sections);

} // namespace mdsim
