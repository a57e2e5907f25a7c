// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// Checks what stages do to a box: its open edges stay, and on a GPU (`on_gpu`) all do.
void check_deformation(const std::vector<StageSettings>& stages, const Box& box, bool on_gpu,
                       std::vector<Diagnostic>& errors);

} // namespace mdsim
