// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/units.hpp"
#include "engine/thermo_settings.hpp"
#include "output/row_writer.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// What thermo.csv and thermo.h5 of a run are like: the chosen columns with their units.
/// `provenance` is kept in thermo.h5 where it is new.
RowSetup thermo_setup(const ThermoSettings& settings, const Units& units, const RunFiles& files,
                      const std::string& run_id, const Provenance& provenance);

/// One row, in the order of the columns and in the user's units.
std::vector<double> thermo_values(const ThermoSettings& settings, const Units& units,
                                  const Thermo& thermo);

} // namespace mdsim
