// SPDX-License-Identifier: BSD-3-Clause
#include "engine/thermo.hpp"

#include "core/error.hpp"
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("thermodynamics of sums made by hand", "[thermo]") {
    PairSums pair;
    pair.energy.add(-12.5);
    KineticSums kinetic;
    for (std::size_t a = 0; a < 6; ++a) {
        pair.virial[a].add(static_cast<double>(a) + 1);
        kinetic.tensor[a].add(10 * static_cast<double>(a + 1));
    }
    kinetic.momentum[1].add(0.25);
    const Thermo t = make_thermo(pair, kinetic, {8.0, 4, 9.0, {0.5, 3.0}});
    CHECK(t.potential == -12.0);
    CHECK(t.kinetic == 30.0);
    CHECK(t.temperature == Approx(60.0 / 9));
    CHECK(t.density == 0.5);
    CHECK(t.volume == 8.0);
    // (m v v + r F + a third of the tail) / V
    CHECK(t.pressure_tensor[0] == Approx((10 + 1 + 1) / 8.0));
    CHECK(t.pressure_tensor[2] == Approx((30 + 3 + 1) / 8.0));
    CHECK(t.pressure_tensor[3] == Approx((40 + 4) / 8.0));
    CHECK(t.pressure() == Approx((12 + 23 + 34) / 24.0));
    CHECK(t.momentum == Vec3<double>{0, 0.25, 0});
    CHECK(t.total() == 18.0);
}

TEST_CASE("an ideal gas has the pressure of its density and temperature", "[thermo]") {
    KineticSums kinetic;
    for (std::size_t a = 0; a < 3; ++a) kinetic.tensor[a].add(100 * 1.7);
    const Thermo t = make_thermo({}, kinetic, {50.0, 100, 300.0, {}});
    CHECK(t.temperature == Approx(1.7));
    CHECK(t.pressure() == Approx(100 * 1.7 / 50));
}

TEST_CASE("no degrees of freedom, no temperature", "[thermo]") {
    CHECK(make_thermo({}, {}, {1.0, 1, 0.0, {}}).temperature == 0);
}

TEST_CASE("a sum that overflowed is a fault of the physics", "[thermo]") {
    PairSums pair;
    pair.energy.add(1e300);
    CHECK_THROWS_AS(add_over_ranks(pair, alone()), PhysicsError);
    KineticSums kinetic;
    kinetic.tensor[0].add(std::nan(""));
    CHECK_THROWS_AS(add_over_ranks(kinetic, alone()), PhysicsError);
    PairSums good;
    good.energy.add(1);
    add_over_ranks(good, alone());
    CHECK(good.energy.value() == 1);
}
