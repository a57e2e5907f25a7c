// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "core/noise.hpp"

namespace mdsim {

/// What a thermostat of all atoms acts by, as a step begins, beside their kinetic energy.
struct ThermostatAction {
    double degrees_of_freedom = 0; ///< positive
    double temperature = 0;        ///< kT wanted now, positive [energy]
    double time = 0;               ///< that this action stands for, up to the next one [time]
    NoiseKey noise;                ///< of its random numbers
};

/// The key of the random numbers of an action on a step.
MDSIM_HD NoiseKey thermostat_noise(std::uint64_t seed, Step step) {
    return {seed, 0, step, NoisePurpose::thermostat};
}

/// What a thermostat remembers from action to action, wherever it lies; all zero as a stage begins.
struct ThermostatState {
    static constexpr int most_numbers = 16;

    /// Minus the heat that it has given to the atoms, as far as its numbers do not hold it
    /// [energy].
    double work = 0;
    double number[most_numbers] = {}; ///< what else, in the order of ThermostatNumbers

    bool operator==(const ThermostatState&) const = default;
};

/// How checkpoints call some of the numbers of a state that follow each other.
struct ThermostatNumbers {
    std::string_view name;
    int count = 0;
};

} // namespace mdsim
