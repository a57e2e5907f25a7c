// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/piston.hpp"

#include <algorithm>
#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// An ideal gas under a piston: its pressure is all in its kinetic energy.
struct Gas {
    double atoms = 500;
    double target = 2.0;
    double volume = 300;
    StrainNumbers kinetic2{600, 450, 700, 40, -30, 20};
    BarostatState state;

    BarostatAction action(double time) const {
        return {{}, kinetic2, target, 1.2, volume, 3 * atoms - 3, time, {}};
    }
    template <class Thermostat>
    void step(const Piston& piston, double time, const Thermostat& thermostat) {
        const BoxMove move = piston.act(action(time), state, thermostat);
        kinetic2 = turned(kinetic2, move.velocities);
        volume *= move.next.xx * move.next.yy * move.next.zz;
    }
    double conserved(const Piston& piston, double time) const {
        return kinetic_energy_of(kinetic2) + piston.energy(action(time), state);
    }
};

double none(double) { return 1; }

/// How far the conserved energy comes from its first value.
double error_of(const Piston& piston, double time, int steps) {
    Gas gas;
    const double first = gas.conserved(piston, time);
    double worst = 0;
    for (int k = 0; k < steps; ++k) {
        gas.step(piston, time, none);
        worst = std::max(worst, std::abs(gas.conserved(piston, time) - first));
    }
    return worst;
}

} // namespace

TEST_CASE("energy and enthalpy of a gas under a piston are conserved, to the square of the step",
          "[piston]") {
    const auto coupling = GENERATE(BoxCoupling::isotropic, BoxCoupling::semi_isotropic,
                                   BoxCoupling::anisotropic, BoxCoupling::full);
    const Piston piston{0.5, GENERATE(1, 3), coupling};
    const double coarse = error_of(piston, 0.01, 500);
    const double fine = error_of(piston, 0.005, 1000);
    CHECK(coarse < 1); // of an energy of some 1500
    CHECK(coarse / fine == Approx(4).epsilon(0.1));
}

TEST_CASE("a gas swings about the pressure of its piston", "[piston]") {
    Gas gas;
    const Piston piston{0.5, 3, BoxCoupling::isotropic};
    double pressure = 0, least = 1e9, most = 0;
    constexpr int steps = 40000;
    for (int k = 0; k < steps; ++k) {
        gas.step(piston, 0.005, none);
        const double now = 2 * kinetic_energy_of(gas.kinetic2) / (3 * gas.volume);
        pressure += now / steps;
        least = std::min(least, gas.volume);
        most = std::max(most, gas.volume);
    }
    CHECK(pressure == Approx(2.0).epsilon(0.03));
    CHECK(most / least > 1.02);
}

TEST_CASE("edges that a piston moves together stay alike", "[piston]") {
    const auto moved_by = [](BoxCoupling coupling) {
        Gas gas;
        return Piston{0.5, 3, coupling}.act(gas.action(0.01), gas.state, none).strain;
    };
    const StrainNumbers all = moved_by(BoxCoupling::isotropic);
    CHECK(all[0] == all[1]);
    CHECK(all[0] == all[2]);
    const StrainNumbers two = moved_by(BoxCoupling::semi_isotropic);
    CHECK(two[0] == two[1]);
    CHECK(two[0] < two[2]); // the kinetic energy along z is the largest
    const StrainNumbers each = moved_by(BoxCoupling::anisotropic);
    CHECK(each[1] < each[0]);
    CHECK(each[0] < each[2]);
    CHECK(all[0] + all[1] + all[2] == Approx(each[0] + each[1] + each[2]));
    CHECK(each[3] == 0);
    const StrainNumbers full = moved_by(BoxCoupling::full);
    CHECK(full[3] > 0); // as the stress
    CHECK(full[4] < 0);
    CHECK(full[5] > 0);
}

TEST_CASE("a thermostat of the atoms acts in the middle of the piston", "[piston]") {
    Gas gas;
    const Piston piston{0.5, 3, BoxCoupling::isotropic};
    double seen = 0;
    const BoxMove move = piston.act(gas.action(0.01), gas.state, [&](double kinetic) {
        seen = kinetic;
        return 0.5;
    });
    CHECK(seen == Approx(0.5 * 1750)); // a piston at rest has changed no velocity yet
    CHECK(move.velocities.xx == Approx(0.5).epsilon(0.01));
}
