// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "core/communicator.hpp"
#include "core/precision.hpp"
#include "core/vec3.hpp"
#include "engine/stage_settings.hpp"
#include "engine/thermo.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What a short run of the engine gave; the atoms on rank 0 only, in the order of their ids.
struct EngineState {
    std::vector<Thermo> thermo;         ///< of the steps asked for, the last one always
    std::vector<Vec3<double>> force;    ///< [energy / length]
    std::vector<Vec3<double>> position; ///< unwrapped [length]
    std::vector<Vec3<double>> velocity; ///< [length / time]
};

/// Runs a stage in precision P without output, with thermodynamics every
/// `thermo_every` steps (0: of the last step only); collective. Forces are those of the last step.
template <class P>
EngineState run_engine(const StageSettings& stage, const SystemParts& parts,
                       const Communicator& comm, std::int64_t thermo_every);

} // namespace mdsim
