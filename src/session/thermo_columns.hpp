// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "engine/thermo_columns.hpp"
#include "engine/thermo_settings.hpp"
#include "output/row_writer.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// What thermo.csv and thermo.h5 of a run are like: the chosen columns with their units.
/// `provenance` is kept in thermo.h5 where it is new.
RowSetup thermo_setup(const ThermoSettings& settings, const Units& units, const RunFiles& files,
                      const std::string& run_id, const Provenance& provenance);

/// The numbers of a row behind the step and the time, column after column.
std::vector<const ThermoQuantity*> chosen_quantities(const ThermoSettings& settings);

/// One row of them, in the user's units.
std::vector<double> thermo_values(std::span<const ThermoQuantity* const> quantities,
                                  const Units& units, const Thermo& thermo);

} // namespace mdsim
