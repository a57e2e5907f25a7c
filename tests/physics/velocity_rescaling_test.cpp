// SPDX-License-Identifier: BSD-3-Clause
// The kinetic energy under stochastic velocity rescaling, against distributions in closed form. The
// numbers are the same on every machine; bounds are such that a right program fails one test in
// thousands of changes of its random numbers.
#include "physics/coupling/velocity_rescaling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "physics/ideal_gas.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double sigmas = 4; // 6e-5 by chance

/// Mean, variance and third moment about the mean.
struct Moments {
    double mean = 0, variance = 0, third = 0;

    explicit Moments(const std::vector<double>& values) {
        const auto n = static_cast<double>(values.size());
        for (const double x : values) mean += x / n;
        for (const double x : values) {
            variance += std::pow(x - mean, 2) / n;
            third += std::pow(x - mean, 3) / n;
        }
    }
};

/// The first six cumulants of a distribution, from which errors of moments follow.
struct Cumulants {
    double k1, k2, k3, k4, k6;

    /// Holds moments of n independent numbers against these.
    void check(const std::vector<double>& values) const {
        const auto n = static_cast<double>(values.size());
        const Moments found(values);
        const double mu4 = k4 + 3 * k2 * k2;
        const double mu6 = k6 + 15 * k4 * k2 + 10 * k3 * k3 + 15 * k2 * k2 * k2;
        const double mean_error = std::sqrt(k2 / n);
        const double variance_error = std::sqrt((mu4 - k2 * k2) / n);
        const double third_error = std::sqrt((mu6 - k3 * k3 - 6 * mu4 * k2 + 9 * k2 * k2 * k2) / n);
        INFO("mean " << found.mean << ", theory " << k1 << " +- " << mean_error);
        INFO("variance " << found.variance << ", theory " << k2 << " +- " << variance_error);
        INFO("third moment " << found.third << ", theory " << k3 << " +- " << third_error);
        CHECK(std::abs(found.mean - k1) < sigmas * mean_error);
        CHECK(std::abs(found.variance - k2) < sigmas * variance_error);
        CHECK(std::abs(found.third - k3) < sigmas * third_error);
    }
};

/// Of `scale` times a gamma distributed number.
Cumulants of_gamma(double shape, double scale) {
    const auto k = [&](int order, double factorial) {
        return factorial * shape * std::pow(scale, order);
    };
    return {k(1, 1), k(2, 1), k(3, 2), k(4, 6), k(6, 120)};
}

/// Of `scale` times the sum of the squares of `freedom` normal numbers, one of which has the mean
/// sqrt(shift): the noncentral chi-square distribution.
Cumulants of_shifted_squares(double freedom, double shift, double scale) {
    const auto k = [&](int order, double factor) {
        return factor * (freedom + order * shift) * std::pow(scale, order);
    };
    return {k(1, 1), k(2, 2), k(3, 8), k(4, 48), k(6, 3840)};
}

/// Kolmogorov's test: the root of the number of values times the largest distance between their
/// distribution and another.
double distance(std::vector<double> values, const std::function<double(double)>& below) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    double most = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = below(values[i]);
        const auto rank = static_cast<double>(i);
        most = std::max({most, std::abs(expected - rank / n), std::abs(expected - (rank + 1) / n)});
    }
    return std::sqrt(n) * most;
}

constexpr double kolmogorov_limit = 1.95; // 1e-3 by chance

/// The gamma distribution of scale 1 below x, for a whole shape.
double gamma_below(int shape, double x) {
    double term = 1;
    double sum = 0;
    for (int k = 0; k < shape; term *= x / ++k) sum += term;
    return 1 - std::exp(-x) * sum;
}

/// The same for a shape of 3/2.
double three_halves_below(double x) {
    return std::erf(std::sqrt(x)) - 2 * std::sqrt(x / std::numbers::pi) * std::exp(-x);
}

constexpr int many = 20000;

/// The kinetic energies of many gases that begin alike, after steps of a time each.
std::vector<double> kinetic_after(const IdealGas& start, const VelocityRescaling& thermostat,
                                  double kT, double time, int steps) {
    std::vector<double> kinetic;
    for (int i = 0; i < many; ++i) {
        IdealGas gas = start;
        gas.seed = static_cast<std::uint64_t>(i);
        for (int s = 0; s < steps; ++s) gas.go(thermostat, kT, time);
        kinetic.push_back(gas.kinetic);
    }
    return kinetic;
}

std::vector<double> gamma_numbers(double shape, std::uint32_t block, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(gamma_number(shape, thermostat_noise(5, i), block));
    return values;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const Moments of_a(a);
    const Moments of_b(b);
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - of_a.mean) * (b[i] - of_b.mean);
    return sum / static_cast<double>(a.size()) / std::sqrt(of_a.variance * of_b.variance);
}

} // namespace

TEST_CASE("gamma numbers have the moments of the gamma distribution", "[velocity_rescaling]") {
    const double shape = GENERATE(1.0, 1.5, 50.0, 5e4);
    CAPTURE(shape);
    of_gamma(shape, 1).check(gamma_numbers(shape, 1, 200000));
}

TEST_CASE("gamma numbers have the gamma distribution", "[velocity_rescaling]") {
    constexpr int count = 100000;
    CHECK(distance(gamma_numbers(1, 0, count), [](double x) { return gamma_below(1, x); }) <
          kolmogorov_limit);
    CHECK(distance(gamma_numbers(1.5, 1, count), three_halves_below) < kolmogorov_limit);
    CHECK(distance(gamma_numbers(50, 2, count), [](double x) { return gamma_below(50, x); }) <
          kolmogorov_limit);
    // It can tell shapes apart that differ by a few percent.
    CHECK(distance(gamma_numbers(50, 2, count), [](double x) { return gamma_below(51, x); }) >
          5 * kolmogorov_limit);
}

TEST_CASE("velocity rescaling gives an ideal gas the canonical distribution, from cold and hot",
          "[velocity_rescaling]") {
    const double kT = 0.7;
    const double start = GENERATE(1e-6, 1.0, 20.0); // of the mean
    const double time = GENERATE(0.4, 4.0);         // of a step, in relaxation times
    CAPTURE(start, time);
    const VelocityRescaling thermostat{0.8};
    const int steps = static_cast<int>(16 / time);
    SECTION("of thirty degrees of freedom") {
        const auto kinetic =
            kinetic_after({30, start * 15 * kT}, thermostat, kT, time * 0.8, steps);
        of_gamma(15, kT).check(kinetic);
        CHECK(distance(kinetic, [&](double k) { return gamma_below(15, k / kT); }) <
              kolmogorov_limit);
    }
    SECTION("of three, as few as there are") {
        const auto kinetic =
            kinetic_after({3, start * 1.5 * kT}, thermostat, kT, time * 0.8, steps);
        of_gamma(1.5, kT).check(kinetic);
        CHECK(distance(kinetic, [&](double k) { return three_halves_below(k / kT); }) <
              kolmogorov_limit);
    }
}

TEST_CASE("one gas has the canonical distribution over time", "[velocity_rescaling]") {
    const VelocityRescaling thermostat{1};
    IdealGas gas{30, 2.0};
    std::vector<double> kinetic;
    for (int i = 0; i < 30; ++i) gas.go(thermostat, 1, 1);
    for (int i = 0; i < 20000; ++i) {
        for (int k = 0; k < 8; ++k) gas.go(thermostat, 1, 1); // e^-8: no correlation is left
        kinetic.push_back(gas.kinetic);
    }
    of_gamma(15, 1).check(kinetic);
    CHECK(distance(kinetic, [](double k) { return gamma_below(15, k); }) < kolmogorov_limit);
}

TEST_CASE("the mean kinetic energy relaxes exponentially", "[velocity_rescaling]") {
    const double kT = 1.3;
    const double relaxation = 0.5;
    const double start = GENERATE(0.01, 4.0); // of the mean
    const double passed = GENERATE(0.05, 0.5, 1.0, 2.0);
    CAPTURE(start, passed);
    const double mean = 0.5 * 60 * kT;
    const auto kinetic =
        kinetic_after({60, start * mean}, {relaxation}, kT, passed * relaxation / 10, 10);
    const Moments found(kinetic);
    const double error = std::sqrt(found.variance / many);
    CHECK(std::abs(found.mean - mean * (1 + (start - 1) * std::exp(-passed))) < sigmas * error);
    CHECK(error < 0.002 * mean);
}

// The kinetic energy after any time is that of normal numbers of which one has a mean.
TEST_CASE("many short actions have the statistics of a long one", "[velocity_rescaling]") {
    const double kT = 0.9;
    const double freedom = GENERATE(3.0, 12.0);
    const double start = GENERATE(0.2, 1.0, 3.0); // of the mean
    const double time = GENERATE(0.1, 0.7);
    CAPTURE(freedom, start, time);
    const VelocityRescaling thermostat{1};
    const IdealGas begin{freedom, start * 0.5 * freedom * kT};
    const double kept = std::exp(-time);
    const auto theory = of_shifted_squares(freedom, 2 * kept * begin.kinetic / ((1 - kept) * kT),
                                           0.5 * (1 - kept) * kT);
    for (const int steps : {1, 2, 16})
        theory.check(kinetic_after(begin, thermostat, kT, time / steps, steps));
}

TEST_CASE("velocities turn back as often as their random part outweighs them",
          "[velocity_rescaling]") {
    const double start = GENERATE(0.02, 0.3, 1.0);
    const double time = GENERATE(0.5, 2.0);
    CAPTURE(start, time);
    const double kept = std::exp(-time);
    int turned = 0;
    for (int i = 0; i < many; ++i) {
        IdealGas gas{3, 1.5 * start, static_cast<std::uint64_t>(i)};
        gas.go(VelocityRescaling{1}, 1, time);
        if (gas.factor < 0) ++turned;
    }
    const double expected = 0.5 * std::erfc(std::sqrt(kept * 1.5 * start / (1 - kept)));
    const double error = std::sqrt(expected * (1 - expected) / many);
    CHECK(turned > 0);
    CHECK(std::abs(static_cast<double>(turned) / many - expected) < sigmas * error);
}

TEST_CASE("the heat that velocity rescaling gives is counted", "[velocity_rescaling]") {
    check_heat_is_counted(VelocityRescaling{0.3});
}

namespace {

/// Harmonic oscillators of unit mass and different frequencies; how far what should be conserved
/// has strayed after a time.
double strayed(double dt, double ramp, std::uint64_t seed) {
    constexpr int oscillators = 6;
    constexpr double time = 5;
    std::vector<double> x(oscillators, 1.0);
    std::vector<double> v(oscillators, 0.3);
    const VelocityRescaling thermostat{0.5};
    ThermostatState state;
    const auto omega2 = [](std::size_t i) { return 1 + 0.2 * static_cast<double>(i); };
    const auto kinetic = [&] {
        double sum = 0;
        for (const double u : v) sum += 0.5 * u * u;
        return sum;
    };
    const auto conserved = [&] {
        double sum = kinetic() + thermostat.energy(state);
        for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * omega2(i) * x[i] * x[i];
        return sum;
    };
    const double start = conserved();
    const int steps = static_cast<int>(std::lround(time / dt));
    for (Step step = 0; step < steps; ++step) {
        const double kT = 1 + ramp * static_cast<double>(step) / steps;
        const double factor =
            thermostat.act(thermostat.prepare({oscillators, kT, dt, thermostat_noise(seed, step)}),
                           kinetic(), state);
        for (double& u : v) u *= factor;
        for (std::size_t i = 0; i < x.size(); ++i) {
            v[i] -= 0.5 * dt * omega2(i) * x[i];
            x[i] += dt * v[i];
            v[i] -= 0.5 * dt * omega2(i) * x[i];
        }
    }
    return conserved() - start;
}

double typical_strayed(double dt, double ramp) {
    constexpr int runs = 4000;
    double sum = 0;
    for (int i = 0; i < runs; ++i)
        sum += std::pow(strayed(dt, ramp, static_cast<std::uint64_t>(i)), 2) / runs;
    return std::sqrt(sum);
}

} // namespace

TEST_CASE("oscillators under velocity rescaling conserve the effective energy to second order",
          "[velocity_rescaling]") {
    for (const double ramp : {0.0, 2.0}) {
        const double coarse = typical_strayed(0.05, ramp);
        const double fine = typical_strayed(0.025, ramp);
        CAPTURE(coarse, fine);
        CHECK(coarse < 2e-2);
        CHECK(coarse / fine > 3.7); // 2 % of statistical error
        CHECK(coarse / fine < 4.3);
    }
}

TEST_CASE("velocity rescaling leaves what rests at rest, and no time changes nothing",
          "[velocity_rescaling]") {
    check_rest_and_no_time(VelocityRescaling{1});
}

TEST_CASE("factors are functions of the key", "[velocity_rescaling]") {
    constexpr int count = 20000;
    const auto factors = [](std::uint64_t seed, Step shift) {
        std::vector<double> values;
        for (Step step = 0; step < count; ++step) {
            IdealGas gas{3, 1.5, seed};
            gas.step = step + shift;
            gas.go(VelocityRescaling{1}, 1, 1);
            values.push_back(gas.factor);
        }
        return values;
    };
    const auto first = factors(8, 0);
    CHECK(first == factors(8, 0));
    const double limit = sigmas / std::sqrt(static_cast<double>(count));
    for (const auto& other : {factors(9, 0), factors(8, 1)}) {
        CHECK(std::abs(correlation(first, other)) < limit);
        for (std::size_t i = 0; i < first.size(); ++i)
            if (first[i] == other[i]) FAIL("the same factor twice at step " << i);
    }
}
