// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "config/config.hpp"

namespace mdsim {

/// The stage in which atoms move first; the number of stages where none has steps.
std::size_t first_moving_stage(const std::vector<StageSettings>& stages);

/// How atoms that rest are set in motion, in the words of an advice.
std::string motion_advice(const VelocitySettings& velocity);

/// Whether the atoms begin without velocities on the sites of a lattice of one species that repeats
/// in all directions, where no force acts.
bool rests_on_lattice(const SystemSettings& system, const BoxSettings& box,
                      const VelocitySettings& velocity);

} // namespace mdsim
