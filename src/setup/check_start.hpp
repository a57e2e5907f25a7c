// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/motion_sections.hpp"
#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What the atoms of a start show before they move.
struct StartReport {
    std::vector<Diagnostic> warnings; ///< atoms that overlap, rest, or lie outside of the box
    bool below_tables = false;        ///< pairs are nearer than the first row of their table
    std::string nearest; ///< the nearest two that interact, in words; empty without any
};

/// Looks at the places and velocities that a run begins with; of a run that goes on they say
/// nothing. Systems of more than `most_searched_atoms` a rank are not searched for near atoms.
/// Collective; all ranks find the same.
StartReport look_at_start(const SystemSections& sections, const MotionSections& motion,
                          const SystemParts& parts, const Communicator& comm);

} // namespace mdsim
