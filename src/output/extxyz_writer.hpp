// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "output/text_file.hpp"
#include "output/text_frame.hpp"

namespace mdsim {

/// Appends a frame as extended XYZ: columns species, pos, and velo and forces where there are any;
/// Lattice, pbc, Step and Time in the comment. Origin is written where the box does not begin at 0,
/// and units where they have a name.
/// Numbers of atoms have nine digits, which tell every float from its neighbours.
void write_extxyz(TextFile& file, const TextFrame& frame);

} // namespace mdsim
