// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "physics/coupling/nose_hoover_chain.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Harmonic oscillators of unit mass and different frequencies under one chain.
class Bath {
  public:
    Bath(int oscillators, const NoseHooverChain::Settings& settings) : chain_(settings) {
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
        rescale(kT, dt);
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
    double conserved() const { return kinetic() + potential() + chain_.energy(); }
    double x() const { return x_[0]; }
    double v() const { return v_[0]; }
    const NoseHooverChain& chain() const { return chain_; }
    void replace(const NoseHooverChain& chain) { chain_ = chain; }

  private:
    void rescale(double kT, double dt) {
        const double scale = chain_.propagate(kinetic(), static_cast<double>(v_.size()), kT, dt);
        for (double& v : v_) v *= scale;
    }

    std::vector<double> omega2_, x_, v_;
    NoseHooverChain chain_;
};

/// Largest deviation of the conserved energy over a fixed time, optionally with a ramp of kT.
double drift(double dt, double ramp) {
    Bath bath(4, {4, 0.8, 1});
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
    Bath bath(1, {4, 1.0, 1});
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

TEST_CASE("a Nose-Hoover chain goes on from its state as if never stopped", "[nose_hoover]") {
    const NoseHooverChain::Settings settings{3, 0.7, 1};
    Bath whole(3, settings);
    Bath stopped(3, settings);
    for (int i = 0; i < 200; ++i) {
        whole.step(1.1, 0.03);
        stopped.step(1.1, 0.03);
        if (i == 100) stopped.replace(NoseHooverChain(settings, stopped.chain().state()));
    }
    CHECK(whole.x() == stopped.x());
    CHECK(whole.conserved() == stopped.conserved());
    CHECK_THROWS_AS(NoseHooverChain({4, 0.7, 1}, stopped.chain().state()), ContractError);
}

TEST_CASE("the splitting of a Nose-Hoover chain is of fourth order", "[nose_hoover]") {
    const auto after = [](double step, int substeps) {
        NoseHooverChain chain({3, 0.7, substeps}, {{0.4, -0.3, 0.5}, 0});
        chain.propagate(20, 30, 1.0, step);
        return chain.state().momentum[0];
    };
    const auto error = [&](double step) { return std::abs(after(step, 1) - after(step, 100)); };
    const double ratio = error(0.2) / error(0.1); // of one step: 2^5, and 2^3 of second order
    CHECK(ratio > 24);
    CHECK(ratio < 42);
}

TEST_CASE("a thermostat has the mass N kT t^2, so that it acts alike on few and on many",
          "[nose_hoover]") {
    const double time = 0.8;
    const double kT = 1.7;
    const double excess = 0.1; // of the kinetic energy
    const double passed = 0.01;
    for (const double freedom : {3.0, 300.0}) {
        NoseHooverChain chain({3, time, 1});
        const double kinetic = 0.5 * freedom * kT * (1 + excess);
        const double scale = chain.propagate(kinetic, freedom, kT, 2 * passed);
        // From rest its rate grows by excess / t^2, and velocities fall by the integral of that.
        CHECK(-std::log(scale) ==
              Approx(0.5 * excess * passed * passed / (time * time)).epsilon(1e-3));
    }
}

TEST_CASE("a Nose-Hoover chain heats what is cold and cools what is hot", "[nose_hoover]") {
    NoseHooverChain cold({3, 0.5, 1});
    NoseHooverChain hot({3, 0.5, 1});
    CHECK(cold.propagate(0.1, 30, 1.0, 0.1) > 1);
    CHECK(hot.propagate(100.0, 30, 1.0, 0.1) < 1);
}
