// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "engine/stage_settings.hpp"
#include "setup/system_parts.hpp"
#include "validate/validate_check.hpp"

namespace mdsim {

/// A short run at constant energy; internal units.
struct TrajectoryReference {
    std::string name;
    /// Rows of step, time, potential, kinetic and total energy, and pressure without its kinetic
    /// part.
    std::vector<std::vector<double>> thermo;
    std::vector<Vec3<double>> position; ///< at the end, unwrapped, by id [length]
    std::vector<Vec3<double>> velocity; ///< at the end [length / time]
    double energy_double = 0;           ///< relative tolerances of energies
    double energy_mixed = 0;
    double position_double = 0; ///< of positions [length], and velocities [length / time]
};

/// Runs it in both precisions and appends what is furthest off; collective, the checks on rank 0
/// only. In mixed precision energies alone are compared, because the motion is chaotic.
void check_trajectory(const StageSettings& stage, const SystemParts& parts,
                      const Communicator& comm, const TrajectoryReference& reference,
                      std::vector<Check>& checks);

} // namespace mdsim
