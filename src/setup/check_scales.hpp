// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/motion_sections.hpp"
#include "config/system_sections.hpp"
#include "setup/measured_system.hpp"

namespace mdsim {

/// Warns of numbers that are not those of atoms in these units, with the unit that would explain
/// them: of k_B T beside the wells, of sigma and cutoffs, of the density, of masses. Allowed is all
/// of it. Of one slip that shows in many pairs there is one warning.
std::vector<Diagnostic> check_scales(const SystemSections& sections, const MotionSections& motion,
                                     const ForceField& field, const MeasuredSystem& system);

/// The parts of it; `named` is the highest temperature that the input asks for, k_B T [energy].
void warn_of_energies(double named, const MeasuredSystem& system,
                      std::vector<Diagnostic>& warnings);
/// Says whether a sigma is none of an atom, by which densities would be misjudged.
bool warn_of_lengths(const ForceField& field, const MeasuredSystem& system,
                     std::vector<Diagnostic>& warnings);
void warn_of_densities(const SystemSettings& settings, const MeasuredSystem& system,
                       std::vector<Diagnostic>& warnings);

/// The key that gives the density or the lengths of the start.
const char* density_key(const SystemSettings& settings, const MeasuredSystem& system);

/// Which other units of a density, or of the lengths that give it, would make it that of a liquid
/// or crystal: "; 1.374 g/cm3 would be 0.02071"; empty where none would.
std::string density_advice(const SystemSettings& settings, const MeasuredSystem& system);

} // namespace mdsim
