// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "config/system_sections.hpp"
#include "input/structure/lattice.hpp"
#include "input/structure/region.hpp"

namespace mdsim {

/// The species of the input, in the form that structures carry.
std::vector<Species> declared_species(const SystemSections& sections);

/// The place of a species in the input. Throws InputError if there is none of this name.
TypeId type_named(const SystemSections& sections, const std::string& name);

/// The shapes of regions, whose names are known.
std::vector<RegionShape> shapes_named(const SystemSections& sections,
                                      const std::vector<std::string>& names);

/// The directions that repeat.
std::array<bool, 3> periodic_directions(const SystemSections& sections);

/// The cell of a lattice, and how many of it there are, as far as they do not depend on the box.
/// What sites hold is numbered by its name only.
LatticeSpec lattice_shape(const LatticeSettings& settings);

/// What [system.lattice] asks for; numbers and sizes do not depend on the seed. Throws InputError
/// for an unknown species; names of regions are known.
LatticeSpec lattice_spec(const SystemSections& sections, std::uint64_t seed = 0);

} // namespace mdsim
