// SPDX-License-Identifier: BSD-3-Clause
#include "physics/relaxation/fire.hpp"

#include <cmath>
#include <vector>

#include "physics/coupling/box_coupling.hpp"
#include "physics/relaxation/box_relaxation.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Particles of mass 1 in wells of different stiffness.
struct Wells {
    std::vector<double> stiffness, x, v;

    double force(std::size_t i) const { return -stiffness[i] * x[i]; }
    FireSums sums() const {
        FireSums sums;
        for (std::size_t i = 0; i < x.size(); ++i)
            sums.add({force(i) * v[i], v[i] * v[i], force(i) * force(i)});
        return sums;
    }
    double largest_force() const {
        double most = 0;
        for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(force(i)));
        return most;
    }
    void turn(const FireTurn& turn) {
        for (std::size_t i = 0; i < x.size(); ++i) v[i] = turn.keep * v[i] + turn.gain * force(i);
    }
    void step(double time) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            v[i] += time / 2 * force(i);
            x[i] += time * v[i];
            v[i] += time / 2 * force(i);
        }
    }
};

} // namespace

TEST_CASE("a descent ends at the bottom of wells of unlike stiffness", "[fire]") {
    Wells wells{{1, 3, 17, 100}, {1, -2, 0.5, 0.1}, {0, 0, 0, 0}};
    FireState state;
    int steps = 0;
    for (; wells.largest_force() > 1e-8 && steps < 2000; ++steps) {
        wells.turn(Fire::act(wells.sums(), state));
        wells.step(0.02 * state.step);
    }
    CHECK(wells.largest_force() <= 1e-8);
    // Steepest descent with the longest stable step keeps 1 - 2 / 100 of the softest in a step, and
    // would take ln(1e8) / 0.02 = 920 steps.
    CHECK(steps < 700);
    CHECK(state.taken == steps);
}

TEST_CASE("atoms that would climb begin anew from rest, with shorter steps", "[fire]") {
    FireState state{4, 0.1, 50, 80};
    const FireTurn turn = Fire::act({-1, 4, 9}, state);
    CHECK(turn.keep == 0);
    CHECK(turn.gain == 0);
    CHECK(state == FireState{2, Fire::first_mixing, 0, 81});
    for (int k = 0; k < 100; ++k) Fire::act({-1, 4, 9}, state);
    CHECK(state.step == Fire::shortest_step);
}

TEST_CASE("velocities are turned towards forces, and keep their size", "[fire]") {
    FireState state{1, 0.2, 0, 30};
    const FireTurn turn = Fire::act({6, 4, 9}, state); // parallel: 2 and 3
    CHECK(turn.keep * 2 + turn.gain * 3 == Approx(2));
    CHECK(turn.keep == Approx(0.8));
    CHECK(state.mixing == 0.2);
    CHECK(state.step == 1);
}

TEST_CASE("steps grow once atoms have fallen for a while, up to a limit", "[fire]") {
    FireState state;
    for (int k = 0; k < Fire::delay; ++k) Fire::act({1, 1, 1}, state);
    CHECK(state.step == 1);
    Fire::act({1, 1, 1}, state);
    CHECK(state.step == Fire::growth);
    CHECK(state.mixing == Approx(Fire::first_mixing * Fire::mixing_decay));
    for (int k = 0; k < 100; ++k) Fire::act({1, 1, 1}, state);
    CHECK(state.step == Fire::longest_step);
}

TEST_CASE("a coupling of edges is a projection", "[box_coupling]") {
    const StrainNumbers some{1, 2, 6, 4, -5, 0.5};
    CHECK(free_part(some, BoxCoupling::isotropic) == StrainNumbers{3, 3, 3, 0, 0, 0});
    CHECK(free_part(some, BoxCoupling::semi_isotropic) == StrainNumbers{1.5, 1.5, 6, 0, 0, 0});
    CHECK(free_part(some, BoxCoupling::anisotropic) == StrainNumbers{1, 2, 6, 0, 0, 0});
    CHECK(free_part(some, BoxCoupling::full) == some);
}

TEST_CASE("a box that relaxes weighs like one atom, whatever its size", "[box_relaxation]") {
    // The same crystal, 64 times as large: the force of the same pressure accelerates strains
    // alike.
    const StrainNumbers excess{0.3, -0.1, 0.2, 0.05, 0, 0};
    const BoxRelaxation small(100, 2, 120, excess);
    const BoxRelaxation large(6400, 2, 64 * 120, excess);
    const StrainNumbers rate = small.kicked({}, 0.5);
    CHECK(rate[0] > 0); // too high a pressure makes the box grow
    for (std::size_t k = 0; k < 6; ++k) CHECK(large.kicked({}, 0.5)[k] == Approx(rate[k]));
    const FireSums sums = small.sums(rate);
    double power = 0;
    for (std::size_t k = 0; k < 6; ++k) power += 120 * excess[k] * rate[k];
    CHECK(sums.power == Approx(power));
    // Rates that forces alone have made are parallel to them.
    CHECK(sums.power * sums.power == Approx(sums.velocity2 * sums.force2));
    // The rate is a quarter of force over weight, as the mass is 2 and the time 0.5.
    const StrainNumbers turned = small.turned(rate, {0.25, 0.5});
    for (std::size_t k = 0; k < 6; ++k) CHECK(turned[k] == Approx((0.25 + 0.5 * 4) * rate[k]));
}
