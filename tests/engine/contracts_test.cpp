// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "engine/batch_pace.hpp"
#include "engine/brick_cells.hpp"
#include "engine/draw_velocities.hpp"
#include "engine/engine_cases.hpp"
#include "engine/rank_layout.hpp"
#include "engine/step_plan.hpp"
#include "engine/thermo.hpp"
#include "engine/thermostat.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("a stage ends before the next one begins", "[contract]") {
    const Fluid fluid(3, 0.8, Truncation::cut, 2.5);
    SimulationOn<MixedPrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    CHECK_THROWS_WITH(simulation.next_stage(nve(5, 0.005)), ContainsSubstring("is_over(stage)"));
}

#ifndef NDEBUG
TEST_CASE("steps are those of the stage", "[contract]") {
    CHECK_THROWS_WITH(plan_step(nve(10, 0.005), 11, {}), ContainsSubstring("done <= stage.steps"));
    CHECK_THROWS_WITH(target_temperature(nve(10, 0.005), -1), ContainsSubstring("done >= 0"));
    const Fluid fluid(3, 0.8, Truncation::cut, 2.5);
    SimulationOn<MixedPrecision, Host> simulation(alone(), fluid.setup);
    RunProgress at;
    at.stage_first = 7;
    CHECK_THROWS_WITH(simulation.start(fluid.records<MixedPrecision>(), at),
                      ContainsSubstring("at.step >= at.stage_first"));
}

TEST_CASE("a thermostat acts only where the stage has one", "[contract]") {
    Thermostat thermostat(1);
    CHECK_THROWS_WITH(thermostat.act(nve(10, 0.005), 0, 0, 1, 3),
                      ContainsSubstring("kind_.has_value()"));
}

TEST_CASE("thermodynamics are those of atoms in a volume", "[contract]") {
    CHECK_THROWS_WITH(make_thermo({}, {}, {}), ContainsSubstring("context.volume > 0"));
}

TEST_CASE("cells of a brick are cells of the grid", "[contract]") {
    CHECK_THROWS_WITH(BrickCells({{2, 2, 2}}, {{0, 0, 0}, {2, 2, 3}}),
                      ContainsSubstring("brick.is_inside(grid)"));
    RankLayout layout;
    layout.owner = {0, 0};
    CHECK_THROWS_WITH(count_halo(std::vector<std::int64_t>{1}, layout),
                      ContainsSubstring("layout.owner.size()"));
}

TEST_CASE("a system is asked about atoms of its grid, and moves of some length", "[contract]") {
    const Fluid fluid(3, 0.8, Truncation::cut, 2.5);
    SystemOnHost<MixedPrecision> system(alone(), fluid.setup);
    system.adopt(fluid.records<MixedPrecision>());
    CHECK_THROWS_WITH(system.list_is_stale(-1), ContainsSubstring("farthest >= 0"));
    CHECK_THROWS_WITH(system.forces().has_missing_pair(-1), ContainsSubstring("farthest >= 0"));
    std::vector<std::int64_t> too_few;
    CHECK_THROWS_WITH(system.local_atoms().count_in_cells(too_few),
                      ContainsSubstring("at < of_cell.size()"));
}

TEST_CASE("every species of a system has a mass", "[contract]") {
    Fluid fluid(3, 0.8, Truncation::cut, 2.5);
    fluid.setup.mass.clear();
    CHECK_THROWS_WITH(SystemOnHost<MixedPrecision>(alone(), fluid.setup),
                      ContainsSubstring("setup.mass.size()"));
}

TEST_CASE("a batch has taken some time", "[contract]") {
    BatchPace pace;
    CHECK_THROWS_WITH(pace.learn(4, -1), ContainsSubstring("seconds >= 0"));
}
#endif
