// SPDX-License-Identifier: BSD-3-Clause
// Thermostats: the kinetic energy must have the distribution of the canonical ensemble.
#include "engine/engine_cases.hpp"
#include "engine/simulation.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Energies of a fluid in equilibrium.
struct Sampled {
    std::vector<double> kinetic;
    std::vector<double> potential;
};

Sampled sampled(const Fluid& fluid, const StageSettings& stage, Step every) {
    SimulationOn<MixedPrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    simulation.draw_velocities(1.5, true);
    Collector nothing(0);
    StageSettings settle = stage;
    settle.steps = 3000;
    simulation.run(settle, nothing);
    simulation.next_stage(settle);
    Collector collector(every);
    simulation.run(stage, collector);
    Sampled energies;
    for (const Thermo& t : collector.seen()) {
        energies.kinetic.push_back(t.kinetic);
        energies.potential.push_back(t.potential);
    }
    return energies;
}

/// Holds the distribution of the kinetic energy against theory: K is gamma distributed, with mean
/// f kT / 2 and variance f (kT)^2 / 2 for f degrees of freedom.
void check_kinetic_distribution(const std::vector<double>& kinetic, double freedom,
                                double temperature, double step_error) {
    const Estimate found(kinetic, 20);
    const double mean = 0.5 * freedom * temperature;
    const double variance = 0.5 * freedom * temperature * temperature;
    INFO("mean " << found.mean << " +- " << found.mean_error << ", theory " << mean);
    INFO("variance " << found.variance << " +- " << found.variance_error << ", theory "
                     << variance);
    CHECK(std::abs(found.mean - mean) < 4 * found.mean_error + step_error * mean);
    CHECK(std::abs(found.variance - variance) <
          4 * found.variance_error + 2 * step_error * variance);
    // Sharp enough to tell the ensemble from another.
    CHECK(found.mean_error < 0.01 * mean);
    CHECK(found.variance_error < 0.15 * variance);
}

/// Holds means and variances of two runs against each other.
void check_same_distribution(const std::vector<double>& a, const std::vector<double>& b) {
    const Estimate first(a, 20);
    const Estimate second(b, 20);
    const double mean_error = std::hypot(first.mean_error, second.mean_error);
    const double variance_error = std::hypot(first.variance_error, second.variance_error);
    INFO("means " << first.mean << " and " << second.mean << " +- " << mean_error);
    INFO("variances " << first.variance << " and " << second.variance << " +- " << variance_error);
    CHECK(std::abs(first.mean - second.mean) < 4 * mean_error);
    CHECK(std::abs(first.variance - second.variance) < 4 * variance_error);
    CHECK(mean_error < 0.005 * std::abs(first.mean));
    CHECK(variance_error < 0.3 * first.variance);
}

} // namespace

TEST_CASE("Langevin dynamics samples the kinetic energy of the canonical ensemble",
          "[simulation][statistics]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const auto found = sampled(fluid, langevin(40000, 0.004, 1.0, 5.0), 20);
    // BAOAB's kinetic energy is off by about (omega dt)^2 / 12, omega the stiffest motion.
    check_kinetic_distribution(found.kinetic, 3 * 108, 1.0, 0.003);
}

TEST_CASE("collisions with a bath sample the canonical ensemble", "[simulation][statistics]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const auto collided = sampled(fluid, andersen(40000, 0.004, 1.0, 5.0), 20);
    const auto noisy = sampled(fluid, langevin(40000, 0.004, 1.0, 5.0), 20);
    check_kinetic_distribution(collided.kinetic, 3 * 108, 1.0, 0.003);
    check_same_distribution(collided.potential, noisy.potential);
}

TEST_CASE("thermostats of all atoms sample the canonical ensemble", "[simulation][statistics]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const auto nose = sampled(fluid, nose_hoover(40000, 0.004, 1.0, 0.5), 20);
    const auto rescaled = sampled(fluid, velocity_rescaling(40000, 0.004, 1.0, 0.5), 20);
    check_kinetic_distribution(nose.kinetic, 3 * 108 - 3, 1.0, 0.003);
    check_kinetic_distribution(rescaled.kinetic, 3 * 108 - 3, 1.0, 0.003);
    check_same_distribution(nose.potential, rescaled.potential);
}

TEST_CASE("velocity rescaling that acts seldom samples the kinetic energy all the same",
          "[simulation][statistics]") {
    const Fluid fluid(2, 0.7, Truncation::smooth, 1.5);
    StageSettings stage = velocity_rescaling(60000, 0.004, 1.0, 0.1);
    stage.couple_every = 10;
    check_kinetic_distribution(sampled(fluid, stage, 20).kinetic, 3 * 32 - 3, 1.0, 0.004);
}

TEST_CASE("a thermostat of all atoms keeps its conserved energy", "[simulation]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.5, true);
    StageSettings stage =
        GENERATE(nose_hoover(2000, 0.002, 1.0, 0.5), velocity_rescaling(2000, 0.002, 1.0, 0.5),
                 berendsen(2000, 0.002, 1.0, 0.5));
    stage.couple_every = GENERATE(1, 5);
    Collector collector(stage.coupling_interval());
    simulation.run(stage, collector);
    double low = collector.seen()[0].conserved();
    double high = low;
    for (const Thermo& t : collector.seen()) {
        low = std::min(low, t.conserved());
        high = std::max(high, t.conserved());
    }
    CHECK((high - low) / 108 < 2e-3);
}
