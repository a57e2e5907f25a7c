// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "physics/coupling/nose_hoover.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Harmonic oscillators of unit mass and different frequencies under one chain.
class Bath {
  public:
    Bath(int oscillators, const NoseHoover& chain) : chain_(chain) {
        for (int i = 0; i < oscillators; ++i) {
            omega2_.push_back(1.0 + 0.2 * i);
            x_.push_back(1.0);
            v_.push_back(0.3);
        }
    }

    void step(double kT, double dt) {
        rescale(kT, dt);
        for (std::size_t i = 0; i < x_.size(); ++i) {
            v_[i] -= 0.5 * dt * omega2_[i] * x_[i];
            x_[i] += dt * v_[i];
            v_[i] -= 0.5 * dt * omega2_[i] * x_[i];
        }
    }

    double kinetic() const {
        double sum = 0;
        for (const double v : v_) sum += 0.5 * v * v;
        return sum;
    }
    double potential() const {
        double sum = 0;
        for (std::size_t i = 0; i < x_.size(); ++i) sum += 0.5 * omega2_[i] * x_[i] * x_[i];
        return sum;
    }
    double conserved() const { return kinetic() + potential() + chain_.energy(state_); }
    double x() const { return x_[0]; }
    double v() const { return v_[0]; }
    const ThermostatState& state() const { return state_; }

  private:
    void rescale(double kT, double dt) {
        const double scale = chain_.act(
            chain_.prepare({static_cast<double>(v_.size()), kT, dt, {}}), kinetic(), state_);
        for (double& v : v_) v *= scale;
    }

    std::vector<double> omega2_, x_, v_;
    NoseHoover chain_;
    ThermostatState state_;
};

/// Largest deviation of the conserved energy over a fixed time, optionally with a ramp of kT.
double drift(double dt, double ramp) {
    Bath bath(4, {4, 0.8});
    const double start = bath.conserved();
    double worst = 0;
    const int steps = static_cast<int>(10 / dt);
    for (int i = 0; i < steps; ++i) {
        bath.step(1 + ramp * i / steps, dt);
        worst = std::max(worst, std::abs(bath.conserved() - start));
    }
    return worst;
}

} // namespace

TEST_CASE("a Nose-Hoover chain conserves its extended energy to second order", "[nose_hoover]") {
    for (const double ramp : {0.0, 2.0}) {
        const double coarse = drift(0.01, ramp);
        const double fine = drift(0.005, ramp);
        CHECK(coarse < 2e-3);
        CHECK(coarse / fine > 3.5);
        CHECK(coarse / fine < 4.5);
    }
}

// The chain of length 1 fails this for one oscillator; Martyna, Klein and Tuckerman (1992), fig. 1.
TEST_CASE("a Nose-Hoover chain samples the canonical distribution of one oscillator",
          "[nose_hoover]") {
    const double kT = 0.9;
    Bath bath(1, {4, 1.0});
    constexpr int steps = 400000;
    double x2 = 0, v2 = 0, x4 = 0, v4 = 0;
    for (int i = 0; i < steps; ++i) {
        bath.step(kT, 0.1);
        x2 += bath.x() * bath.x();
        v2 += bath.v() * bath.v();
        x4 += std::pow(bath.x(), 4);
        v4 += std::pow(bath.v(), 4);
    }
    // 6,400 periods; about 1 % of statistical error in the second moments.
    CHECK(x2 / steps == Approx(kT).epsilon(0.04));
    CHECK(v2 / steps == Approx(kT).epsilon(0.04));
    CHECK(x4 / steps == Approx(3 * kT * kT).epsilon(0.08));
    CHECK(v4 / steps == Approx(3 * kT * kT).epsilon(0.08));
}

/// What became of a chain and of the kinetic energy after some actions.
struct Driven {
    ThermostatState state;
    double kinetic;
    double scale = 1;

    Driven(double start, std::initializer_list<double> momenta) : kinetic(start) {
        std::copy(momenta.begin(), momenta.end(), state.number);
    }
    void act(const NoseHoover& chain, double freedom, double kT, double time) {
        const double factor = chain.act(chain.prepare({freedom, kT, time, {}}), kinetic, state);
        kinetic *= factor * factor;
        scale *= factor;
    }
};

TEST_CASE("the exponential of a chain is that of all others", "[nose_hoover]") {
    for (int k = -3000; k <= 3000; ++k) {
        const double x = 1e-4 * k;
        CHECK(std::abs(coupling::chain_exponential(x) / std::exp(x) - 1) < 6e-16);
    }
}

TEST_CASE("the splitting of a Nose-Hoover chain is of fourth order", "[nose_hoover]") {
    const auto after = [](double step, int substeps) {
        Driven driven(20, {0.4, -0.3, 0.5});
        for (int i = 0; i < substeps; ++i) driven.act({3, 0.7}, 30, 1.0, 0.5 * step / substeps);
        return driven.state.number[0];
    };
    const auto error = [&](double step) { return std::abs(after(step, 1) - after(step, 100)); };
    const double ratio = error(0.16) / error(0.08); // of one step: 2^5, and 2^3 of second order
    CHECK(ratio > 24);
    CHECK(ratio < 42);
}

TEST_CASE("long actions of a Nose-Hoover chain are split", "[nose_hoover]") {
    const NoseHoover chain{3, 0.7};
    const double freedom = 30;
    for (const double hotter : {0.5, 1.0, 2.0}) {
        const auto after = [&](int actions) {
            Driven driven(0.5 * freedom * hotter, {1.0, -0.8, 1.2});
            for (int i = 0; i < actions; ++i)
                driven.act(chain, freedom, 1.0, 0.5 * chain.time / actions);
            return driven;
        };
        const Driven once = after(1);
        const Driven often = after(400);
        CAPTURE(hotter);
        CHECK(once.scale == Approx(often.scale).epsilon(1e-4));
        CHECK(once.kinetic + chain.energy(once.state) ==
              Approx(often.kinetic + chain.energy(often.state)).epsilon(1e-5));
    }
}

TEST_CASE("a thermostat has the mass N kT t^2, so that it acts alike on few and on many",
          "[nose_hoover]") {
    const double time = 0.8;
    const double kT = 1.7;
    const double excess = 0.1; // of the kinetic energy
    const double passed = 0.01;
    for (const double freedom : {3.0, 300.0}) {
        const double kinetic = 0.5 * freedom * kT * (1 + excess);
        Driven driven(kinetic, {});
        driven.act({3, time}, freedom, kT, passed);
        // From rest its rate grows by excess / t^2, and velocities fall by the integral of that.
        CHECK(-std::log(driven.scale) ==
              Approx(0.5 * excess * passed * passed / (time * time)).epsilon(1e-3));
    }
}

TEST_CASE("a Nose-Hoover chain heats what is cold and cools what is hot", "[nose_hoover]") {
    Driven cold(0.1, {});
    Driven hot(100.0, {});
    cold.act({3, 0.5}, 30, 1.0, 0.05);
    hot.act({3, 0.5}, 30, 1.0, 0.05);
    CHECK(cold.scale > 1);
    CHECK(hot.scale < 1);
}

TEST_CASE("a fourth thermostat at rest hardly changes what three do", "[nose_hoover]") {
    // The last thermostat of four hardly moves if it rests and the third one has no excess energy.
    Driven three(16, {0.4, -0.3, 1.0});
    Driven four(16, {0.4, -0.3, 1.0, 0.0});
    three.act({3, 0.7}, 30, 1.0, 1e-3);
    four.act({4, 0.7}, 30, 1.0, 1e-3);
    CHECK(four.scale == Approx(three.scale).epsilon(1e-12));
    CHECK(four.state.number[2] == Approx(three.state.number[2]).epsilon(1e-5));
}
