// SPDX-License-Identifier: BSD-3-Clause
// Bricks that change while devices of several ranks go on: atoms are moved, bits are not.
#include <cstring>

#include "engine/deformed_cases.hpp"
#include "engine/simulated_device.hpp"
#include "physics/motion/velocity_verlet.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using P = MixedPrecision;

/// With cells enough for all ranks.
struct ManyCells : Fluid {
    ManyCells() : Fluid(6, 0.8442, Truncation::cut) {
        const Domain& d = setup.domain;
        setup.domain.grid = choose_grid(d.box, d.list_range, d.total_atoms, 8);
    }
};

/// The records of all ranks in the order of ids, on the root.
template <class Atoms> std::vector<AtomRecord<P>> gathered(Atoms& of, const Communicator& comm) {
    const std::vector<AtomRecord<P>> mine = records_of(of.atoms());
    std::vector<AtomRecord<P>> all;
    for (const std::vector<std::byte>& part : comm.gather(std::as_bytes(std::span(mine)))) {
        std::vector<AtomRecord<P>> records(part.size() / sizeof(AtomRecord<P>));
        if (!records.empty()) std::memcpy(records.data(), part.data(), part.size());
        all.insert(all.end(), records.begin(), records.end());
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
}

struct Outcome {
    std::vector<AtomRecord<P>> atoms;
    RunProgress position;
    IntervalStatistics intervals;
    RankStatistics ranks;
};

template <class Space>
Outcome run(const Fluid& fluid, const StageSettings& stage, const Communicator& comm) {
    SimulationOn<P, Space> simulation(comm, fluid.setup);
    simulation.start(comm.is_root() ? fluid.records<P>() : std::vector<AtomRecord<P>>{});
    simulation.draw_velocities(1.44, true);
    Collector collector(70);
    REQUIRE(simulation.run(stage, collector));
    return {gathered(simulation, comm), simulation.progress(), simulation.intervals(),
            simulation.statistics()};
}

/// Runs on all ranks; what comes of it is what comes of one processor.
RankStatistics check_run(const Fluid& fluid, const StageSettings& stage) {
    const Communicator world = Communicator::world();
    const Outcome found = run<Device>(fluid, stage, world);
    const Outcome expected = run<Host>(fluid, stage, Communicator::self());
    CHECK(expected.intervals.rebuilds > 5);
    CHECK(found.position.last_rebuild == expected.position.last_rebuild);
    CHECK(found.intervals.rebuilds == expected.intervals.rebuilds);
    CHECK(found.intervals.steps == expected.intervals.steps);
    if (world.is_root()) CHECK(same_bits<P>(found.atoms, expected.atoms));
    return found.ranks;
}

} // namespace

TEST_CASE("random bricks between batches change no bit") {
    pretence = {};
    ManyCells fluid;
    fluid.setup.debug.redraw_bricks = true;
    constexpr Step steps = 300;
    const RankStatistics ranks = check_run(fluid, langevin(steps, 0.004, 1.0, 1.0));
    CHECK(ranks.repartitions > 2);
    CHECK(ranks.repartitions < steps / 16);
}

TEST_CASE("a rebuild without capacity for atoms is completed with more, and changes no bit") {
    pretence = {};
    pretence.no_capacity_every = 2;
    pretence.no_capacity = GENERATE(AtomCapacity::short_of_arrays, AtomCapacity::short_of_inboxes);
    const ManyCells fluid;
    const RankStatistics ranks = check_run(fluid, langevin(200, 0.004, 1.0, 1.0));
    CHECK(ranks.enlargements == pretence.without_capacity);
    CHECK(pretence.without_capacity > 2);
}

TEST_CASE("a thermostat on devices of several ranks goes by all atoms, also with random bricks") {
    pretence = {};
    ManyCells fluid;
    fluid.setup.debug.redraw_bricks = true;
    StageSettings stage =
        GENERATE(nose_hoover(250, 0.004, 1.0, 0.5), velocity_rescaling(250, 0.004, 1.0, 0.5));
    stage.couple_every = GENERATE(1, 7);
    stage.temperature_end = 0.8;
    const std::int64_t before = steps_ahead;
    CHECK(check_run(fluid, stage).repartitions > 2);
    CHECK(steps_ahead - before > stage.steps / 2);
}

TEST_CASE("a box that leaves a rank without a cell ends the run, with words on what helps") {
    const Communicator world = Communicator::world();
    pretence = {};
    Deformable fluid(6, 0.3);
    fluid.setup.box_changes = true;
    fluid.setup.grid_rule = {fluid.setup.domain.list_range, fluid.setup.domain.total_atoms, 27,
                             false};
    fluid.setup.domain.grid = fluid.setup.grid_rule.grid_for(fluid.setup.domain.box);
    REQUIRE(fluid.setup.domain.grid.count[0] >= 3);
    fluid.setup.layout.layout = LayoutKind::grid;
    fluid.setup.layout.grid = {3, 1, 1};
    StageSettings stage = langevin(1500, 0.004, 1.0, 1.0);
    stage.deform = {strain(StrainComponent::xx, -0.1)};
    SimulationOn<P, Device> simulation(world, fluid.setup);
    simulation.start(world.is_root() ? fluid.records<P>() : std::vector<AtomRecord<P>>{});
    simulation.draw_velocities(1.0, true);
    Collector collector(100);
    CHECK_THROWS_WITH(simulation.run(stage, collector),
                      ContainsSubstring("cannot be divided as before") &&
                          ContainsSubstring("a rank has no cell") &&
                          ContainsSubstring("on fewer GPUs"));
    CHECK(simulation.progress().step > 500);
}

TEST_CASE("ranks that take unlike times get other bricks between batches, and lose no atom") {
    const Communicator world = Communicator::world();
    const auto balance = GENERATE(Balance::automatic, Balance::off);
    pretence = {};
    pretence.step_seconds = world.rank() == 1 ? 3e-3 : 1e-3;
    ManyCells fluid;
    fluid.setup.layout.balance = balance;
    fluid.setup.layout.balance_threshold = 1.2;
    SystemOnDevice<P> system(world, fluid.setup);
    system.adopt(world.is_root() ? fluid.records<P>() : std::vector<AtomRecord<P>>{});
    system.integrator().draw_velocities(1.44, 0);
    StepBatch<P> batch;
    batch.steps = 10;
    batch.motion.emplace_back(velocity_verlet<float>(0.002));
    batch.allowed_move = fluid.setup.allowed_move();
    for (int look = 0; look < 4; ++look) {
        batch.first = 10 * look;
        REQUIRE(system.batches()->run(batch).steps == 10);
        const auto before = gathered(system, world);
        constexpr double long_enough = 1e6; // for another look, however long the last one took
        system.batches()->balance(long_enough);
        CHECK(same_bits<P>(before, gathered(system, world)));
    }
    if (balance == Balance::off) {
        CHECK(system.statistics().repartitions == 0);
    } else {
        CHECK(system.statistics().repartitions > 0);
        CHECK(system.statistics().imbalance == Approx(1.8));
        const std::vector<double> waits = system.statistics().waits;
        REQUIRE(waits.size() == 3);
        CHECK(waits[0] == Approx(4 * 10 * 2e-3)); // looks, steps, time behind rank 1
        CHECK(waits[1] == 0);
    }
}
