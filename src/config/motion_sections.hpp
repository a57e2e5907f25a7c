// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/stage_settings.hpp"
#include "engine/velocity_settings.hpp"

namespace mdsim {

/// The sections of an input that say how atoms start and move; in internal units.
struct MotionSections {
    VelocitySettings velocity;
    std::vector<StageSettings> stages;
};

} // namespace mdsim
