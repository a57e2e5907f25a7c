// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/communicator.hpp"
#include "engine/stage_settings.hpp"
#include "physics/pair/force_field.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// One species of unit mass at given places.
struct SmallSystem {
    Box box;
    std::vector<Vec3<double>> position; ///< [length]
    PairInteraction pair;
    bool tail_correction = false;
};

/// The parts of a run of the system, as the input would give them.
SystemParts parts_of(const SmallSystem& system, const Communicator& comm,
                     const Processor& processor);

/// A stage that asks for one evaluation of the forces.
StageSettings single_point_stage();

} // namespace mdsim
