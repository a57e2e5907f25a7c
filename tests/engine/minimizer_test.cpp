// SPDX-License-Identifier: BSD-3-Clause
#include "engine/minimizer.hpp"

#include <cmath>

#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

StageSettings minimizing(Step steps, double tolerance) {
    StageSettings stage = nve(steps, 0.005);
    stage.ensemble = Ensemble::minimize;
    stage.minimize = MinimizeSettings{};
    stage.minimize->force_tolerance = tolerance;
    stage.minimize->max_displacement = 0.1;
    return stage;
}

StageSettings relaxing(Step steps, double tolerance, double pressure) {
    StageSettings stage = minimizing(steps, tolerance);
    stage.minimize->pressure = pressure;
    stage.minimize->pressure_tolerance = tolerance;
    return stage;
}

/// A crystal whose atoms have been shaken.
template <class P> void shake(SimulationOn<P, Host>& simulation) {
    simulation.draw_velocities(0.2, true);
    Collector none(0);
    simulation.run(nve(60, 0.005), none);
    simulation.next_stage(nve(60, 0.005));
}

} // namespace

TEST_CASE("no atom moves farther than it may, however large the forces", "[minimizer]") {
    const StageSettings stage = minimizing(100, 1e-6);
    for (const double force : {1e-3, 10.0, 1e8}) {
        Minimizer minimizer;
        minimizer.start(stage, {});
        const DescentSizes sizes{force * force, 4, force * force};
        minimizer.look(*stage.minimize, sizes, {});
        const FireTurn turn = minimizer.act(stage, {sizes, {1, 4, force * force}, {}, 1});
        const double time = minimizer.drift_time();
        const double speed = turn.keep * 2 + turn.gain * force + time / 2 * force;
        CHECK(time > 0);
        CHECK(time <= stage.time_step);
        CHECK(time * speed <= 0.1 * (1 + 1e-12));
        if (force > 100) CHECK(time * speed == Approx(0.1));
    }
}

TEMPLATE_TEST_CASE("a shaken crystal finds its sites, and skips the steps that are left",
                   "[minimizer]", MixedPrecision, DoublePrecision) {
    const Fluid fluid(4, 1.05, Truncation::force_shift, 2.5);
    SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<TestType>());
    Collector before(1);
    simulation.run(nve(0, 0.005), before);
    const double lowest = before.seen().front().potential;
    shake(simulation);
    Collector after(1);
    const double tolerance = std::is_same_v<TestType, DoublePrecision> ? 1e-7 : 1e-4;
    const StageSettings stage = minimizing(5000, tolerance);
    REQUIRE(simulation.run(stage, after));
    const MinimizationReport& report = simulation.minimization();
    CHECK(report.converged);
    CHECK(report.largest_force <= tolerance);
    CHECK(report.steps < 500);
    CHECK(simulation.progress().step == 60 + 5000);
    CHECK(simulation.times().steps() == Approx(60 + report.steps + 1));
    CHECK(after.seen().back().potential == Approx(lowest).epsilon(1e-6));
    CHECK(after.seen().back().kinetic == 0);
    CHECK(after.seen().front().potential > lowest + 10);
}

TEST_CASE("a box relaxes to the pressure that is asked for", "[minimizer]") {
    Fluid fluid(4, 0.9, Truncation::force_shift, 2.5);
    fluid.setup.box_changes = true;
    fluid.setup.grid_rule = {fluid.setup.domain.list_range, fluid.setup.domain.total_atoms, 64,
                             false};
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    Collector seen(1);
    REQUIRE(simulation.run(relaxing(3000, 1e-7, 2.5), seen));
    CHECK(simulation.minimization().converged);
    const Thermo& last = seen.seen().back();
    CHECK(last.pressure() == Approx(2.5).margin(2e-7));
    CHECK(last.density > 1.0);
    const Thermo& first = seen.seen().front();
    CHECK(last.potential + 2.5 * last.volume < first.potential + 2.5 * first.volume - 1);
}

TEST_CASE("atoms behind a minimization rest, or have the temperature that was asked for",
          "[minimizer]") {
    const Fluid fluid(4, 1.05, Truncation::force_shift, 2.5);
    const bool warm = GENERATE(false, true);
    SimulationOn<MixedPrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    StageSettings stage = minimizing(3, 1e-9); // which is too few
    if (warm) stage.minimize->temperature_after = 0.5;
    shake(simulation);
    Collector seen(1);
    REQUIRE(simulation.run(stage, seen));
    CHECK(!simulation.minimization().converged);
    CHECK(simulation.minimization().steps == 3);
    CHECK(seen.seen().back().kinetic > 0);
    simulation.next_stage(stage);
    Collector next(1);
    simulation.run(nve(0, 0.005), next);
    CHECK(next.seen().front().temperature == Approx(warm ? 0.5 : 0).epsilon(1e-6));
}
