// SPDX-License-Identifier: BSD-3-Clause
// The temperature that velocities are drawn for is the one that the first step tells.
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("velocities drawn with a drift have the temperature that the first step tells") {
    const Fluid fluid(2, 0.8, Truncation::cut, 1.5);
    const StageSettings stage =
        GENERATE(nve(0, 0.004), langevin(0, 0.004, 1.3, 1.0), nose_hoover(0, 0.004, 1.3, 0.5),
                 velocity_rescaling(0, 0.004, 1.3, 0.5));
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.3, false, stage.ensemble);
    Collector seen(1);
    simulation.run(stage, seen);
    CHECK(seen.seen().front().temperature == Approx(1.3).epsilon(1e-12));
    CHECK(dot(seen.seen().front().momentum, seen.seen().front().momentum) > 0.01);
}
