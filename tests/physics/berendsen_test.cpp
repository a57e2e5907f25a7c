// SPDX-License-Identifier: BSD-3-Clause
// The kinetic energy under weak coupling, against the exponential that it is to follow.
#include "physics/coupling/berendsen.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// An ideal gas: no force changes its kinetic energy.
struct Gas {
    double freedom;
    double kinetic;
    ThermostatState state = {};

    double go(const Berendsen& thermostat, double kT, double time) {
        const double factor =
            thermostat.act(thermostat.prepare({freedom, kT, time, {}}), kinetic, state);
        kinetic *= factor * factor;
        return factor;
    }
};

} // namespace

TEST_CASE("the kinetic energy relaxes exponentially, in actions of any length", "[berendsen]") {
    const double kT = 0.8;
    const double wanted = 0.5 * 30 * kT;
    const double start = GENERATE(1e-6, 0.3, 1.0, 5.0); // of what is wanted
    const int actions = GENERATE(1, 7, 100);
    const double passed = GENERATE(0.1, 1.0, 4.0); // relaxation times
    CAPTURE(start, actions, passed);
    Gas gas{30, start * wanted};
    for (int i = 0; i < actions; ++i) gas.go({0.5}, kT, 0.5 * passed / actions);
    CHECK(gas.kinetic == Approx(wanted * (1 + (start - 1) * std::exp(-passed))).epsilon(1e-12));
}

TEST_CASE("short actions are those of the published factor", "[berendsen]") {
    const double kT = 1.2;
    for (const double temperature : {0.5, 1.2, 3.0}) {
        Gas gas{300, 0.5 * 300 * temperature};
        const double time = 1e-4;
        const double published = std::sqrt(1 + time / 0.7 * (kT / temperature - 1)); // eq. 11
        CHECK(gas.go({0.7}, kT, time) == Approx(published).epsilon(1e-7));
    }
}

TEST_CASE("the heat that weak coupling gives is counted", "[berendsen]") {
    const Berendsen thermostat{0.3};
    Gas gas{45, 3.0};
    for (int i = 0; i < 1000; ++i) {
        gas.go(thermostat, 1 + 0.002 * i, 0.05);
        CHECK(gas.kinetic + thermostat.energy(gas.state) == Approx(3.0).margin(1e-10));
    }
    CHECK(gas.kinetic > 30);
}

TEST_CASE("a gas at rest stays at rest, and no time changes nothing", "[berendsen]") {
    Gas rest{300, 0};
    CHECK(rest.go({1}, 1, 0.1) == 1);
    CHECK(rest.state == ThermostatState{});
    Gas gas{300, 7};
    CHECK(gas.go({1}, 1, 0) == 1);
    CHECK(gas.state.work == 0);
}
