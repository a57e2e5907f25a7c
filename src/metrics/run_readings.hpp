// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "metrics/machine_readings.hpp"

namespace mdsim {

enum class RunState { running, finished, stopped, failed };

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
    double rate = 0;           ///< [energy_unit / time_unit]
    double standard_error = 0; ///< of the rate
    std::string energy_unit;   ///< empty: none
    std::string time_unit;
    double of_thermal = 0; ///< how far the energy has gone, in k_B T
};

/// What a run tells of itself and of its machine, about once a second: at one moment, for all who
/// watch it.
struct RunReadings {
    RunIdentity identity;
    RunState state = RunState::running;
    double reported = 0;     ///< when, since 1970 [s]
    double wall_seconds = 0; ///< since this process began
    std::string stage;       ///< name of the stage in hand
    Step step = 0;
    Step last_step = 0;
    std::optional<double> steps_per_second;  ///< over the recent past
    std::optional<double> seconds_left;      ///< until last_step
    std::optional<double> simulated_per_day; ///< [identity.speed_unit]
    std::optional<double> temperature;       ///< [identity.temperature_unit]
    std::optional<double> conserved_energy;  ///< [identity.energy_unit]
    std::optional<DriftReading> drift;
    std::int64_t rebuilds = 0;       ///< of this part of the run
    std::int64_t rebuild_steps = 0;  ///< between them
    std::optional<double> imbalance; ///< largest over mean time of the ranks
    std::vector<double> waits;       ///< of each rank for the slowest [s]; empty: not known
    std::optional<Step> checkpoint;  ///< the last good one
    std::string checkpoint_path;
    std::optional<double> bytes; ///< of atoms and lists on rank 0
    MachineReadings machine;
    std::string message; ///< why the run stopped or failed

    /// Steps between two rebuilds, on average.
    std::optional<double> rebuild_interval() const {
        if (rebuilds == 0) return std::nullopt;
        return static_cast<double>(rebuild_steps) / static_cast<double>(rebuilds);
    }
};

} // namespace mdsim
