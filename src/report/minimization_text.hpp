// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/units.hpp"
#include "engine/minimizer.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// What ended a stage that minimizes: its tolerances, or its number of steps; and how far it came,
/// in the units of the input.
std::string minimization_text(const StageSettings& stage, const MinimizationReport& report,
                              const Units& units);

/// What to do where it ran out of steps.
std::string minimization_advice(const MinimizationReport& report, bool double_precision);

} // namespace mdsim
