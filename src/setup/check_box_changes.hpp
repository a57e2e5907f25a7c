// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// Whether some stage changes the box.
bool change_box(const std::vector<StageSettings>& stages);

/// Checks what stages do to a box: its open edges stay, and where it follows the pressure it has
/// none.
void check_box_changes(const std::vector<StageSettings>& stages, const Box& box,
                       std::vector<Diagnostic>& errors);

} // namespace mdsim
