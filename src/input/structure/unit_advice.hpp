// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/units.hpp"

namespace mdsim::source {

/// What to do where a structure file is in units of one system and the input in those of another:
/// which key to change, or by what to multiply the numbers of the file.
std::string unit_advice(UnitSystem file, UnitSystem input);

} // namespace mdsim::source
