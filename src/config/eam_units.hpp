// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/units.hpp"
#include "input/potential/eam_file.hpp"
#include "physics/functional/eam_tables.hpp"
#include "physics/moment/adp_tables.hpp"

namespace mdsim {

/// The tables of a file of several elements, in internal units.
EamTables tables_of_file(const EamFile& file, const Units& units);

/// The tables of a file of an angular-dependent potential, likewise.
AdpTables adp_tables_of_file(const EamFile& file, const Units& units);

/// The element of a funcfl file, likewise; charges stay as they are.
EamElement element_of_file(const EamFile& file, const Units& units);

/// The square of the elementary charge by which funcfl files are read, 27.2 eV times 0.529 Angstrom
/// [energy length]. The potentials were made with these rounded numbers.
double charges_squared(const Units& units);

} // namespace mdsim
