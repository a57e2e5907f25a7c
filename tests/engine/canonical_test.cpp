// SPDX-License-Identifier: BSD-3-Clause
// Thermostats: the kinetic energy must have the distribution of the canonical ensemble.
#include "engine/engine_cases.hpp"
#include "engine/simulation.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

std::vector<double> kinetic_energies(const Fluid& fluid, const StageSettings& stage, Step every) {
    Simulation<MixedPrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    simulation.draw_velocities(1.5, true);
    Collector nothing(0);
    StageSettings settle = stage;
    settle.steps = 3000;
    simulation.run(settle, nothing);
    simulation.next_stage(settle);
    Collector collector(every);
    simulation.run(stage, collector);
    std::vector<double> kinetic;
    for (const Thermo& t : collector.seen()) kinetic.push_back(t.kinetic);
    return kinetic;
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

} // namespace

TEST_CASE("Langevin dynamics samples the kinetic energy of the canonical ensemble",
          "[simulation]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const auto kinetic = kinetic_energies(fluid, langevin(40000, 0.004, 1.0, 5.0), 20);
    // BAOAB's kinetic energy is off by about (omega dt)^2 / 12, omega the stiffest motion.
    check_kinetic_distribution(kinetic, 3 * 108, 1.0, 0.003);
}

TEST_CASE("a Nose-Hoover chain samples the kinetic energy of the canonical ensemble",
          "[simulation]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const auto kinetic = kinetic_energies(fluid, nose_hoover(40000, 0.004, 1.0, 0.5), 20);
    check_kinetic_distribution(kinetic, 3 * 108 - 3, 1.0, 0.003);
}

TEST_CASE("a Nose-Hoover chain keeps its conserved energy", "[simulation]") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    Simulation<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.5, true);
    StageSettings stage = nose_hoover(2000, 0.002, 1.0, 0.5);
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
