// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "output/text_file.hpp"
#include "output/text_frame.hpp"

namespace mdsim {

/// Appends a frame as `dump custom` of LAMMPS writes it: columns id and type, both from 1, element
/// (the species' name), x y z or, unwrapped, xu yu zu, and ix iy iz, vx vy vz, fx fy fz where there
/// are any. Numbers of atoms have nine digits, which tell every float from its neighbours. A frame
/// without a step is of step 0. Where the units have a name it is in front of the first frame
/// (ITEM: UNITS), and the time in front of each (ITEM: TIME), as `dump_modify units yes time yes`
/// of LAMMPS writes them.
void write_lammps_dump(TextFile& file, const TextFrame& frame);

} // namespace mdsim
