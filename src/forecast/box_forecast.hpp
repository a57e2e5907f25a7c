// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/stage_settings.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The atoms of a box with nine tenths of the volume have lists so many times as long.
inline constexpr double denser_by_a_tenth = 1 / 0.9;

/// What such lists take beside, for the plan of a run; empty where that is nothing [bytes].
std::string denser_text(double bytes);

/// What the plan of a run says of a box that changes; empty where it does not.
std::string box_outlook_text(const std::vector<StageSettings>& stages, const SystemParts& parts);

/// Warns where strains lead to a box that so many ranks on GPUs cannot divide among them: the run
/// would end there.
void warn_of_indivisible_box(const std::vector<StageSettings>& stages, int ranks,
                             SystemParts& parts);

} // namespace mdsim
