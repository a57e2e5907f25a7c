// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "output/h5md_setup.hpp"
#include "output/hdf5.hpp"
#include "output/series_file.hpp"

namespace mdsim {

/// Where the parts of a trajectory lie inside the file.
namespace h5md {

inline constexpr const char* group = "/particles/system";
inline constexpr const char* box = "/particles/system/box";

/// The name of the unit symbols used: those of SI, and Angstrom, bar, atm, kcal, eV and e, which
/// the system "SI" of the units module does not have.
inline constexpr const char* unit_system = "mdsim";

/// The series of a trajectory in this order: box edges, position, [velocity], [force], [image], the
/// elements, then the observables; step and time are those of the position.
SeriesFileSetup series_of(const H5mdSetup& setup);

/// Fills in everything but the series: H5MD 1.1 heads, links, units, fixed properties, names, and
/// the corner of the box, for which H5MD has no place, as the attribute `origin` of the box.
void write_layout(const h5::File& file, const H5mdSetup& setup);

/// Throws InputError if the file holds another number of atoms or other fields than `setup`, or
/// positions that are counted from the corner of a box which is elsewhere than at zero.
void check_layout(const h5::File& file, const H5mdSetup& setup);

} // namespace h5md
} // namespace mdsim
