// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/config.hpp"
#include "app/system_parts.hpp"
#include "core/communicator.hpp"

namespace mdsim {

/// What the atoms of a start tell before they move.
struct StartReport {
    std::vector<Fault> notes;  ///< atoms that overlap, rest, or lie outside of the box
    bool below_tables = false; ///< pairs are nearer than the first row of their table
    std::string nearest;       ///< the nearest two that interact, in words; empty without any
};

/// Looks at the places and velocities that a run begins with; of a run that goes on they say
/// nothing. Systems of more than `most_searched_atoms` a rank are not searched for near atoms.
/// Collective; all ranks find the same.
StartReport look_at_start(const Config& config, const SystemParts& parts, const Communicator& comm);

/// The stage in which atoms move first; the number of stages where none has steps.
std::size_t first_moving_stage(const Config& config);

/// How atoms that rest are set in motion, in the words of an advice.
std::string motion_advice(const Config& config);

/// Whether the atoms begin without velocities on the sites of a lattice of one species that repeats
/// in all directions, where no force acts.
bool rests_on_lattice(const Config& config);

} // namespace mdsim
