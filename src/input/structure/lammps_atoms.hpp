// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "input/structure/lammps_data.hpp"
#include "input/structure/lammps_layout.hpp"

namespace mdsim::source {

/// Reads the sections Atoms and Velocities for an id block into `structure`, whose box, species
/// and total are set already. Records errors; stops early where ids or columns make no sense.
void read_lammps_atoms(const LammpsLayout& layout, AtomStyle style, IdBlock block,
                       Structure& structure, Findings& findings);

} // namespace mdsim::source
