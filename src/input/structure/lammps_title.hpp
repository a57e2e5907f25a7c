// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "core/units.hpp"
#include "input/structure/text.hpp"

namespace mdsim::source {

/// Compares the units that the title of a LAMMPS data file names, as in "... timestep = 0, units =
/// metal", with those of the input. A fault where they are others, or a style of LAMMPS that no
/// unit system here is; a warning where the word is no style. Titles without such words are silent.
void check_title_units(std::string_view title, UnitSystem input, Findings& findings);

} // namespace mdsim::source
