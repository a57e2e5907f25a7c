// SPDX-License-Identifier: BSD-3-Clause
// The kinetic energy under weak coupling, against the exponential that it is to follow.
#include "physics/coupling/berendsen.hpp"

#include <cmath>

#include "physics/ideal_gas.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("the kinetic energy relaxes exponentially, in actions of any length", "[berendsen]") {
    const double kT = 0.8;
    const double wanted = 0.5 * 30 * kT;
    const double start = GENERATE(1e-6, 0.3, 1.0, 5.0); // of what is wanted
    const int actions = GENERATE(1, 7, 100);
    const double passed = GENERATE(0.1, 1.0, 4.0); // relaxation times
    CAPTURE(start, actions, passed);
    IdealGas gas{30, start * wanted};
    for (int i = 0; i < actions; ++i) gas.go(Berendsen{0.5}, kT, 0.5 * passed / actions);
    CHECK(gas.kinetic == Approx(wanted * (1 + (start - 1) * std::exp(-passed))).epsilon(1e-12));
}

TEST_CASE("short actions are those of the published factor", "[berendsen]") {
    const double kT = 1.2;
    for (const double temperature : {0.5, 1.2, 3.0}) {
        IdealGas gas{300, 0.5 * 300 * temperature};
        const double time = 1e-4;
        const double published = std::sqrt(1 + time / 0.7 * (kT / temperature - 1)); // eq. 11
        CHECK(gas.go(Berendsen{0.7}, kT, time) == Approx(published).epsilon(1e-7));
    }
}

TEST_CASE("the heat that weak coupling gives is counted", "[berendsen]") {
    check_heat_is_counted(Berendsen{0.3});
}

TEST_CASE("weak coupling leaves what rests at rest, and no time changes nothing", "[berendsen]") {
    check_rest_and_no_time(Berendsen{1});
}
