// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Thermostats in a Nosé-Hoover chain, at most.
inline constexpr int longest_chain = 16;

/// What an input says of a thermostat of all atoms; each takes what it needs.
struct ThermostatSettings {
    double relaxation_time = 0; ///< [time]
    int chain_length = 3;       ///< of nose_hoover
};

} // namespace mdsim
