// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/green_kubo_averages.hpp"

#include <cmath>

#include "core/error.hpp"
#include "core/noise.hpp"
#include "session/observables/transport_samples.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double volume = 8, temperature = 2, spacing = 0.5;

/// A sample whose symmetric traceless part has these shear components, beside a pressure.
Thermo sample_of(double xx, double xy, double pressure = 3) {
    Thermo thermo;
    thermo.volume = volume;
    thermo.temperature = temperature;
    thermo.pressure_tensor = {pressure + xx, pressure - xx, pressure, xy, 0, 0};
    return thermo;
}

/// Every component a process of its own that forgets by the factor `kept` a sample.
Thermo next_of(std::array<double, 6>& state, std::int64_t step, double kept) {
    for (std::int64_t pair = 0; pair < 2; ++pair) {
        const Vec3<double> g =
            gaussian_triple<double>({3, pair, step, NoisePurpose::initial_velocity});
        for (int k = 0; k < 3; ++k) {
            double& s = state[static_cast<std::size_t>(3 * pair + k)];
            s = kept * s + std::sqrt(1 - kept * kept) * g[k];
        }
    }
    Thermo thermo = sample_of(0, 0);
    for (std::size_t i = 0; i < 6; ++i) thermo.pressure_tensor[i] += state[i];
    // Traceless ones of an isotropic fluid: a diagonal one varies by 4/3 of a shear component.
    for (std::size_t i = 0; i < 3; ++i)
        thermo.pressure_tensor[i] += (std::sqrt(2.0) - 1) * state[i];
    return thermo;
}

/// Averages of stresses.
struct StressAverages : GreenKuboAverages {
    StressAverages(std::size_t window, std::int64_t interval, double apart)
        : GreenKuboAverages(window, interval, apart, 6, 1) {}
    using GreenKuboAverages::add;
    void add(const Thermo& thermo) { add(stress_sample(thermo), thermo.temperature); }
    MeanWithError modulus(std::size_t lag) const { return correlation(lag); }
    MeanWithError viscosity(std::size_t lag) const { return coefficient(lag); }
};

} // namespace

TEST_CASE("a modulus is the product of stresses, and the viscosity its integral") {
    StressAverages averages(2, 1, spacing);
    averages.add(sample_of(1, 0.5));
    averages.add(sample_of(0, 0.25, 70)); // the pressure does not count
    CHECK(averages.origins() == 0);
    averages.add(sample_of(-1, 0));
    CHECK(averages.origins() == 1);
    const double unit = volume / (10 * temperature);
    CHECK(averages.modulus(0).value == Approx(unit * (2 + 2 * 0.25)));
    CHECK(averages.modulus(1).value == Approx(unit * (2 * 0.125)));
    CHECK(averages.modulus(2).value == Approx(unit * -2));
    CHECK(averages.viscosity(0).value == 0);
    CHECK(averages.viscosity(1).value == Approx(unit * spacing * (2.5 + 0.25) / 2));
    CHECK(averages.viscosity(2).value ==
          Approx(unit * spacing * ((2.5 + 0.25) / 2 + (0.25 - 2) / 2)));
    averages.add(sample_of(0, 0));
    CHECK(averages.origins() == 2);
    CHECK(averages.modulus(0).value == Approx(unit * (2.5 + 0.125) / 2));
}

TEST_CASE("origins are as far apart as asked") {
    StressAverages averages(4, 3, spacing);
    for (int i = 0; i < 20; ++i) averages.add(sample_of(i, 1));
    CHECK(averages.samples() == 20);
    CHECK(averages.origins() == 6); // of samples 0, 3, ... 15
}

TEST_CASE("the viscosity of stresses that decay is theirs, within its error") {
    constexpr double kept = 0.8;
    StressAverages averages(40, 1, spacing);
    std::array<double, 6> state{};
    for (std::int64_t step = 0; step < 100000; ++step) averages.add(next_of(state, step, kept));
    const double start = volume / temperature; // each shear component varies by 1
    double expected = 0;
    for (std::size_t lag = 0; lag < 20; ++lag) {
        const MeanWithError g = averages.modulus(lag);
        const double exact = start * std::pow(kept, static_cast<double>(lag));
        INFO(lag << ": " << g.value << " +- " << g.error << ", expected " << exact);
        CHECK(std::abs(g.value - exact) < 4.5 * g.error);
        CHECK(g.error < 0.05 * start);
        const MeanWithError eta = averages.viscosity(lag);
        CHECK(std::abs(eta.value - expected) <= 4.5 * eta.error);
        expected += 0.5 * spacing * exact * (1 + kept);
    }
    CHECK(averages.is_converged());
}

TEST_CASE("the conductivity is the integral of heat currents over the square of kT") {
    GreenKuboAverages averages(1, 1, spacing, 3, 2);
    averages.add(heat_sample({3, 0, 0}, volume), temperature);
    averages.add(heat_sample({2, 5, 0}, volume), temperature);
    const double unit = 1 / (3 * volume * temperature * temperature);
    CHECK(averages.correlation(0).value == Approx(9 * unit));
    CHECK(averages.correlation(1).value == Approx(6 * unit));
    CHECK(averages.coefficient(1).value == Approx(unit * spacing * (9 + 6) / 2));
}

TEST_CASE("averages of stresses go on from what they noted") {
    StressAverages whole(5, 2, spacing), first(5, 2, spacing), second(5, 2, spacing);
    std::array<double, 6> state{}, again{};
    for (std::int64_t step = 0; step < 50; ++step) whole.add(next_of(state, step, 0.5));
    for (std::int64_t step = 0; step < 23; ++step) first.add(next_of(again, step, 0.5));
    OutputState noted;
    first.save("v", noted);
    second.restore("v", noted);
    for (std::int64_t step = 23; step < 50; ++step) second.add(next_of(again, step, 0.5));
    for (std::size_t lag = 0; lag < whole.lags(); ++lag) {
        CHECK(second.modulus(lag).value == whole.modulus(lag).value);
        CHECK(second.viscosity(lag).error == whole.viscosity(lag).error);
    }
    StressAverages shorter(3, 2, spacing);
    CHECK_THROWS_AS(shorter.restore("v", noted), InputError);
    CHECK_THROWS_AS(StressAverages(5, 2, spacing).restore("w", noted), InputError);
}
