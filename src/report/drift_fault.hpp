// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "report/energy_drift.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Whether the conserved energy has drifted farther than `limit` [k_B T per atom]; says so, with
/// the most likely cause first. Nothing is said of a drift within three of its standard errors, nor
/// of one that pairs make as they cross a cutoff at which the energy jumps. `below_tables` says
/// whether pairs came nearer than the first row of their table.
std::optional<std::string> drift_fault(const EnergyDrift& drift, double limit,
                                       const SystemParts& parts, bool below_tables);

} // namespace mdsim
