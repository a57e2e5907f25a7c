// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/units.hpp"
#include "input/structure/h5md_trajectory.hpp"

namespace mdsim {

/// The units in which a trajectory is exported, and how its numbers get there.
struct ExportUnits {
    std::string name;  ///< of the unit system, as LAMMPS calls it; empty: nobody knows it
    double length = 1; ///< factors from the trajectory's numbers
    double time = 1;
    double velocity = 1;
    double force = 1;
    double energy = 1;
    std::vector<std::string>
        left_out; ///< quantities whose unit cannot be converted, with the reason
    bool has_time = true;
    bool has_velocity = true;
    bool has_force = true;
    bool has_energies = true; ///< energies and virials of atoms
};

/// The units of extended XYZ: those of `metal`, which ASE and OVITO take for granted (Angstrom, ps,
/// eV/Angstrom). A trajectory without units stays as it is; that of a run in `lj` is called so.
/// Throws InputError where the lengths of
/// the file cannot be converted.
ExportUnits extxyz_units(const std::string& path, const TrajectoryUnits& units);

/// The units of a dump: those of `real` where the trajectory counts time in fs, otherwise of
/// `metal`.
ExportUnits dump_units(const std::string& path, const TrajectoryUnits& units);

/// Brings a frame into these units; what cannot be converted is taken out of it.
void convert(const ExportUnits& units, TrajectoryFrame& frame);

} // namespace mdsim
