// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "core/error.hpp"
#include "core/units.hpp"
#include "engine/minimizer.hpp"
#include "engine/stage_settings.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What ended a stage that minimizes: its tolerances, or its number of steps; and how far it came,
/// in the units of the input.
std::string minimization_text(const StageSettings& stage, const MinimizationReport& report,
                              const Units& units);

/// The warning of stage number `index` that it ran out of steps, with what to do.
Diagnostic minimization_warning(std::size_t index, const StageSettings& stage,
                                const MinimizationReport& report, const SystemParts& parts);

} // namespace mdsim
