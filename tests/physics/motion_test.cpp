// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "physics/motion/andersen.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/maxwell_boltzmann.hpp"
#include "physics/motion/velocity_verlet.hpp"
#include "physics/test_pack.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A particle on a spring of constant k, with inverse mass w.
template <class Real> struct Oscillator {
    Real k;
    Real inverse_mass;
    Vec3<Real> x{1, Real(-0.5), Real(0.25)};
    Vec3<Real> v{};

    Vec3<Real> force() const { return -k * x; }
    double energy() const {
        return 0.5 * double(dot(v, v)) / double(inverse_mass) + 0.5 * double(k) * double(dot(x, x));
    }
    void step(const Motion<Real>& motion, const NoiseKey& key = {}) {
        x = x + motion.begin_atom(v, force(), inverse_mass, [&] { return key; });
        motion.complete(v, force(), inverse_mass);
    }
};

/// Largest deviation of the energy from its start over a fixed time.
double energy_error(double dt) {
    Oscillator<double> particle{2.0, 0.5};
    const Motion<double> motion = velocity_verlet<double>(dt);
    const double start = particle.energy();
    double worst = 0;
    for (int i = 0; i < static_cast<int>(20 / dt); ++i) {
        particle.step(motion);
        worst = std::max(worst, std::abs(particle.energy() - start));
    }
    return worst;
}

struct Averages {
    double position = 0; ///< <k x^2>, per direction
    double velocity = 0; ///< <m v^2>, per direction
};

/// Averages over many independent oscillators with noise, each step counted after a start-up time.
template <class Real> Averages sample(const Motion<Real>& motion, int particles, int steps) {
    Averages sum;
    double count = 0;
    for (int id = 0; id < particles; ++id) {
        Oscillator<Real> particle{Real(1.7), Real(0.4)};
        for (int step = 0; step < steps; ++step) {
            particle.step(motion, {2024, id, step, motion.purpose});
            if (step < steps / 5) continue;
            sum.position += double(particle.k) * double(dot(particle.x, particle.x));
            sum.velocity += double(dot(particle.v, particle.v)) / double(particle.inverse_mass);
            count += 3;
        }
    }
    return {sum.position / count, sum.velocity / count};
}

} // namespace

TEST_CASE("velocity Verlet: the energy error falls as the square of the step", "[motion]") {
    const double ratio = energy_error(0.02) / energy_error(0.01);
    CHECK(ratio > 3.9);
    CHECK(ratio < 4.1);
}

TEST_CASE("velocity Verlet runs backwards to where it came from", "[motion]") {
    Oscillator<double> particle{2.0, 0.5};
    const Oscillator<double> start = particle;
    for (const double dt : {0.05, -0.05}) {
        const Motion<double> motion = velocity_verlet<double>(dt);
        for (int i = 0; i < 500; ++i) particle.step(motion);
    }
    for (int k = 0; k < 3; ++k) {
        CHECK(particle.x[k] == Approx(start.x[k]).margin(1e-12));
        CHECK(particle.v[k] == Approx(start.v[k]).margin(1e-12));
    }
}

TEST_CASE("motions of packs give the bits of the scalar motions", "[motion]") {
    using Pack = TestPack<float>;
    const auto all = [](float x) { return Pack(x); };
    const Vec3<float> v{0.1f, -0.7f, 1.3f};
    const Vec3<float> f{3.3f, 0.2f, -1.1f};
    const Vec3<float> g{-0.4f, 1.9f, 0.6f};
    const auto wide = [&](const Vec3<float>& a) {
        return Vec3<Pack>{all(a.x), all(a.y), all(a.z)};
    };
    const auto check = [](const Vec3<Pack>& found, const Vec3<float>& expected) {
        CHECK(found.x.lane[2] == expected.x);
        CHECK(found.y.lane[1] == expected.y);
        CHECK(found.z.lane[3] == expected.z);
    };

    Vec3<float> narrow_v = v;
    Vec3<Pack> wide_v = wide(v);
    const Motion<float> verlet = velocity_verlet<float>(0.004);
    check(verlet.begin(wide_v, wide(f), all(0.3f)), verlet.begin(narrow_v, f, 0.3f));
    check(wide_v, narrow_v);
    verlet.complete(wide_v, wide(f), all(0.3f));
    verlet.complete(narrow_v, f, 0.3f);
    check(wide_v, narrow_v);

    const Motion<float> noisy = langevin<float>(0.004, 0.5, 1.2);
    check(noisy.begin(wide_v, wide(f), all(0.3f), wide(g)), noisy.begin(narrow_v, f, 0.3f, g));
    check(wide_v, narrow_v);
}

TEST_CASE("Langevin without friction is velocity Verlet", "[motion]") {
    Oscillator<double> a{2.0, 0.5};
    Oscillator<double> b = a;
    for (int i = 0; i < 200; ++i) {
        a.step(velocity_verlet<double>(0.02));
        b.step(langevin<double>(0.02, 0.0, 1.0), {1, 2, i, NoisePurpose::langevin});
    }
    CHECK(a.x.x == Approx(b.x.x).margin(1e-12));
    CHECK(a.v.y == Approx(b.v.y).margin(1e-12));
}

// Leimkuhler and Matthews (2013): BAOAB samples a harmonic configuration exactly at any stable
// step, while <m v^2> = kT (1 - (omega dt)^2 / 4). Here omega dt = 0.99 and 0.33.
TEMPLATE_TEST_CASE("BAOAB samples a harmonic well exactly at large steps", "[motion]", float,
                   double) {
    const double omega2 = 1.7 * 0.4;
    for (const double dt : {1.2, 0.4}) {
        const double kT = 0.8;
        const Averages found = sample(langevin<TestType>(dt, 1.0, kT), 400, 2000);
        // Some 400 x 1600 x 3 values, correlated over about 3 time units: statistical error 0.3 %.
        CHECK(found.position == Approx(kT).epsilon(0.015));
        CHECK(found.velocity == Approx(kT * (1 - omega2 * dt * dt / 4)).epsilon(0.015));
    }
}

// Collisions in the middle of the drift leave configuration and velocity as Langevin's noise does.
TEMPLATE_TEST_CASE("collisions sample a harmonic well exactly at large steps", "[motion]", float,
                   double) {
    const double omega2 = 1.7 * 0.4, kT = 0.8;
    for (const double dt : {1.2, 0.4}) {
        const Averages found = sample(andersen<TestType>(dt, 1.0, kT), 400, 2000);
        CHECK(found.position == Approx(kT).epsilon(0.015));
        CHECK(found.velocity == Approx(kT * (1 - omega2 * dt * dt / 4)).epsilon(0.015));
    }
}

TEST_CASE("atoms collide as often as asked, and else move by velocity Verlet", "[motion]") {
    const Vec3<float> force{0.3f, -1.0f, 0.2f};
    const Motion<float> newton = velocity_verlet<float>(0.02);
    for (const double frequency : {0.1, 3.0, 500.0}) {
        const Motion<float> motion = andersen<float>(0.02, frequency, 1.5);
        constexpr int steps = 200000;
        int collisions = 0;
        double squares = 0;
        for (int step = 0; step < steps; ++step) {
            Vec3<float> v{1, 2, 3}, unhit = v;
            const Vec3<float> moved = motion.begin_atom(v, force, 0.5f, [&] {
                return NoiseKey{7, step % 10, step / 10, motion.purpose};
            });
            const Vec3<float> straight = newton.begin(unhit, force, 0.5f);
            if (v == unhit) {
                CHECK(moved == straight);
                continue;
            }
            ++collisions;
            squares += double(dot(v, v));
        }
        const double chance = -std::expm1(-0.02 * frequency);
        const double deviation = std::sqrt(steps * chance * (1 - chance));
        CHECK(std::abs(collisions - steps * chance) < 4.5 * deviation + 1);
        CHECK(squares / (3 * collisions) ==
              Approx(1.5 * 0.5).epsilon(4.5 * std::sqrt(2.0 / (3 * collisions))));
    }
}

TEST_CASE("friction and noise balance in float, however weak the friction", "[motion]") {
    // One step changes the variance of v, started at its equilibrium, by nothing; with a factor
    // rounded to float, friction 1e-6 a step would be wrong by some 5 %.
    const double kT = 1.5;
    for (const double friction : {1e-4, 1e-2, 1.0}) {
        const double dt = 0.01;
        const Motion<float> motion = langevin<float>(dt, friction, kT);
        Vec3<float> v{1, 1, 1};
        motion.begin(v, {}, 1.0f, Vec3<float>{});
        const double lost = -std::expm1(-friction * dt);
        Vec3<float> kick{};
        motion.begin(kick, {}, 1.0f, Vec3<float>{1, 1, 1});
        const double noise = double{kick.x};
        CHECK(noise * noise == Approx(kT * lost * (2 - lost)).epsilon(1e-6));

        // The mean of the decay over many starting values is right to a small part of an ulp.
        double decay = 0;
        constexpr int starts = 200000;
        for (int i = 0; i < starts; ++i) {
            const float start = 1.0f + static_cast<float>(i) * 0x1p-20f;
            Vec3<float> u{start, start, start};
            motion.begin(u, {}, 1.0f, Vec3<float>{});
            decay += (double{start} - double{u.x}) / double{start};
        }
        CHECK(decay / starts == Approx(lost).epsilon(0.01));
    }
}

TEST_CASE("initial velocities follow the Maxwell-Boltzmann distribution", "[motion]") {
    const double kT = 0.7;
    const double inverse_mass = 0.25;
    constexpr int n = 100000;
    double sum = 0;
    double squares = 0;
    double fourth = 0;
    for (int id = 0; id < n; ++id) {
        const Vec3<double> v = maxwell_boltzmann_velocity(5, id, 0, kT, inverse_mass);
        sum += v.x + v.y + v.z;
        squares += dot(v, v);
        fourth += dot(v, v) * dot(v, v);
    }
    const double unit = kT * inverse_mass;
    CHECK(std::abs(sum / std::sqrt(3.0 * n * unit)) < 4.5);
    CHECK(squares / (3 * n * unit) == Approx(1).margin(4.5 * std::sqrt(2.0 / (3 * n))));
    CHECK(fourth / (15 * n * unit * unit) == Approx(1).epsilon(0.02)); // <v^4> = 15 (kT/m)^2
    CHECK(maxwell_boltzmann_velocity(5, 17, 0, kT, inverse_mass) ==
          maxwell_boltzmann_velocity(5, 17, 0, kT, inverse_mass));
    CHECK(maxwell_boltzmann_velocity(5, 17, 0, kT, inverse_mass) !=
          maxwell_boltzmann_velocity(6, 17, 0, kT, inverse_mass));
    CHECK(maxwell_boltzmann_velocity(5, 17, 0, kT, inverse_mass) !=
          maxwell_boltzmann_velocity(5, 17, 1, kT, inverse_mass));
}
