// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/units.hpp"
#include "engine/atom_table.hpp"
#include "output/h5md_setup.hpp"
#include "output/trajectory_settings.hpp"
#include "session/state_blocks.hpp"

namespace mdsim {

/// What frames hold of measures of structure and of energies and virials of atoms, as
/// trajectory.fields names them, in the order of that list.
std::vector<AtomElement> frame_elements(const TrajectorySettings& settings, const Units& units);

/// Adds an element to a frame if it is one that an atom has of energy or virial, which have been
/// found: see AnySimulation::find_shares. Returns whether it is. Collective.
template <class P>
bool add_share(AtomTable<P>& atoms, const AtomElement& element, const Units& units,
               FrameBlock& frame);

} // namespace mdsim
