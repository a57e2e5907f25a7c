// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "physics/coupling/thermostat_action.hpp"
#include "support/catch.hpp"

namespace mdsim::test {

/// An ideal gas under a thermostat: no force changes its kinetic energy.
struct IdealGas {
    double freedom;
    double kinetic;
    std::uint64_t seed = 1;
    ThermostatState state = {};
    Step step = 0;
    double factor = 1; ///< of the last action

    /// Lets the thermostat act for a time; returns the factor of the velocities.
    template <class Thermostat> double go(const Thermostat& thermostat, double kT, double time) {
        factor = thermostat.act(
            thermostat.prepare({freedom, kT, time, thermostat_noise(seed, step)}), kinetic, state);
        kinetic *= factor * factor;
        ++step;
        return factor;
    }
};

/// Holds that the heat which a thermostat gives, along a ramp of the temperature, is what it
/// counts.
template <class Thermostat> void check_heat_is_counted(const Thermostat& thermostat) {
    IdealGas gas{45, 3.0};
    for (int i = 0; i < 1000; ++i) {
        gas.go(thermostat, 1 + 0.002 * i, 0.05);
        CHECK(gas.kinetic + thermostat.energy(gas.state) == Approx(3.0).margin(1e-10));
    }
    CHECK(gas.kinetic > 30);
}

/// Holds that atoms at rest stay so, and that no time changes nothing.
template <class Thermostat> void check_rest_and_no_time(const Thermostat& thermostat) {
    IdealGas rest{300, 0};
    CHECK(rest.go(thermostat, 1, 0.1) == 1);
    CHECK(rest.kinetic == 0);
    CHECK(rest.state == ThermostatState{});
    IdealGas gas{300, 7};
    CHECK(gas.go(thermostat, 1, 0) == 1);
    CHECK(gas.state.work == 0);
}

} // namespace mdsim::test
