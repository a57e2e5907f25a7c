// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/units.hpp"

namespace mdsim {

/// What is wrong with a mass that is far below those of atoms; empty where nothing is.
std::string mass_advice(const Units& units, const std::string& name, double mass);

} // namespace mdsim
