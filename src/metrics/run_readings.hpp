// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"

namespace mdsim {

/// What of a run does not change while it goes on.
struct RunIdentity {
    std::string run; ///< its id
    std::string version;
    std::string device;
    std::string precision;
    std::int64_t atoms = 0;
    int ranks = 1;
    std::string temperature_unit; ///< empty: none, as in reduced units
    std::string energy_unit;
    std::string speed_unit; ///< of simulated time
};

/// The drift of the conserved energy in the stage in hand, of one atom.
struct DriftReading {
    double rate = 0;           ///< [the user's units]
    double standard_error = 0; ///< of the rate
    std::string unit;
    double of_thermal = 0; ///< how far the energy has gone, in k_B T
};

/// What a run tells of itself, about once a second.
struct RunReadings {
    RunIdentity identity;
    bool running = true;
    double reported = 0; ///< when, since 1970 [s]
    std::string stage;
    Step step = 0;
    Step last_step = 0;
    std::optional<double> steps_per_second;
    std::optional<double> simulated_per_day; ///< [identity.speed_unit]
    std::optional<double> temperature;       ///< [identity.temperature_unit]
    std::optional<double> conserved_energy;  ///< [identity.energy_unit]
    std::optional<DriftReading> drift;
    std::int64_t rebuilds = 0;       ///< of this part of the run
    std::int64_t rebuild_steps = 0;  ///< between them
    std::optional<double> imbalance; ///< largest over mean time of the ranks
    std::vector<double> waits;       ///< of each rank for the slowest [s]
    std::optional<Step> checkpoint;
    std::size_t bytes = 0; ///< of atoms and lists on rank 0
};

} // namespace mdsim
