// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "report/energy_drift.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Warns of a drift of the conserved energy that is large beside k_B T, with the most likely cause
/// first. Nothing is said of a drift within three of its standard errors, nor of one that pairs
/// make as they cross a cutoff at which the energy jumps. `below_tables` says whether pairs came
/// nearer than the first row of their table.
std::optional<Diagnostic> drift_warning(const EnergyDrift& drift, const SystemParts& parts,
                                        std::int64_t atoms, bool below_tables);

} // namespace mdsim
