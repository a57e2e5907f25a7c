// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/motion_sections.hpp"
#include "core/communicator.hpp"
#include "physics/pair/force_field.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// How large things are in a system, as far as the input says; internal units, 0 where unknown.
struct TypicalSizes {
    double cutoff = 0;     ///< the shortest of all pairs that interact
    double fastest = 0;    ///< component of the velocity of the lightest species, root mean square
    double slowest = 0;    ///< that of the heaviest
    double attraction = 0; ///< the largest force that draws two atoms together
    double energy = 0;     ///< of one atom: its motion, or the deepest well, whichever is more
    bool named = false;    ///< the velocities are those of a temperature that the input names
};

/// The shortest cutoff of all pairs that interact; 0 if none do.
double shortest_cutoff(const ForceField& field);

/// The highest temperature that the input asks for, k_B T [energy].
double highest_temperature(const MotionSections& motion);

/// Of the hottest that the input asks for; where it names no temperature, of the velocities of the
/// structure. Collective.
TypicalSizes typical_sizes(const MotionSections& motion, const std::vector<Species>& species,
                           const Structure& structure, const ForceField& field,
                           const Communicator& comm);

} // namespace mdsim
