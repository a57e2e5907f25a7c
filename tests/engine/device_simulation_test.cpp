// SPDX-License-Identifier: BSD-3-Clause
// What the engine does with a device is what it does without one: the same bits, the same words.
#include <algorithm>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "engine/batch_pace.hpp"
#include "engine/simulated_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P> struct Outcome {
    std::vector<Thermo> seen;
    std::vector<AtomRecord<P>> atoms;
    IntervalStatistics intervals;
    RunProgress position;
};

template <class P, class Space>
Outcome<P> run(const Fluid& fluid, const std::vector<StageSettings>& stages, Step every) {
    SimulationOn<P, Space> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(1.44, true);
    Collector collector(every);
    for (std::size_t s = 0; s < stages.size(); ++s) {
        if (s > 0) simulation.next_stage(stages[s - 1]);
        REQUIRE(simulation.run(stages[s], collector));
    }
    return {collector.seen(), records_of(simulation.atoms()), simulation.intervals(),
            simulation.progress()};
}

/// Runs the stages with and without a device and compares all there is.
template <class P>
void check_twins(const Fluid& fluid, const std::vector<StageSettings>& stages, Step every) {
    const auto host = run<P, Host>(fluid, stages, every);
    steps_ahead = 0;
    const auto device = run<P, Device>(fluid, stages, every);
    CHECK(steps_ahead > 0);
    REQUIRE(host.intervals.rebuilds > 5);
    CHECK(same_bits<P>(host.atoms, device.atoms));
    REQUIRE(host.seen.size() == device.seen.size());
    for (std::size_t k = 0; k < host.seen.size(); ++k) {
        CHECK(host.seen[k].step == device.seen[k].step);
        CHECK(host.seen[k].time == device.seen[k].time);
        CHECK(host.seen[k].potential == device.seen[k].potential);
        CHECK(host.seen[k].conserved() == device.seen[k].conserved());
        CHECK(host.seen[k].pressure_tensor == device.seen[k].pressure_tensor);
    }
    CHECK(host.position.step == device.position.step);
    CHECK(host.position.last_rebuild == device.position.last_rebuild);
    CHECK(host.intervals.rebuilds == device.intervals.rebuilds);
    CHECK(host.intervals.steps == device.intervals.steps);
    CHECK(host.intervals.shortest == device.intervals.shortest);
    CHECK(host.intervals.longest == device.intervals.longest);
    CHECK(host.intervals.unsafe == device.intervals.unsafe);
}

StageSettings ramp(Step steps) {
    StageSettings stage = langevin(steps, 0.004, 1.5, 2.0);
    stage.temperature_end = 0.5;
    return stage;
}

void let_box_change(Fluid& fluid) {
    fluid.setup.box_changes = true;
    fluid.setup.grid_rule = {fluid.setup.domain.list_range, fluid.setup.domain.total_atoms, 64,
                             false};
}

/// A stage that leaves its box to a barostat which acts every so many steps.
StageSettings pressed(StageSettings stage, double pressure, int couple_every) {
    BarostatSettings barostat;
    barostat.pressure = pressure;
    barostat.relaxation_time = 0.5;
    barostat.compressibility = 0.05;
    barostat.couple_every = couple_every;
    stage.barostat = barostat;
    return stage;
}

StageSettings under_piston(StageSettings stage, double pressure, BoxCoupling coupling) {
    stage = pressed(stage, pressure, 1);
    stage.barostat->type = BarostatKind::mtk;
    stage.barostat->coupling = coupling;
    return stage;
}

/// What a run ends with whose barostat cannot act, and how often it was seen before.
template <class Space> std::string leap(Step every) {
    Fluid fluid(4, 0.8442, Truncation::cut);
    let_box_change(fluid);
    SimulationOn<MixedPrecision, Space> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    Collector collector(every);
    try {
        simulation.run(pressed(velocity_rescaling(300, 0.004, 1.0, 0.5), 5000, 5), collector);
    } catch (const PhysicsError& error) {
        return error.what() + (" after " + std::to_string(collector.seen().size()));
    }
    return {};
}

template <class Space> std::string failure(const Fluid& fluid, AtomRecord<MixedPrecision> shot) {
    auto atoms = fluid.records<MixedPrecision>();
    shot.site = atoms[5].site;
    shot.id = 5;
    atoms[5] = shot;
    Collector nothing(0);
    return failure_of<MixedPrecision, Space>(fluid, atoms, 0.005, nothing);
}

} // namespace

TEMPLATE_TEST_CASE("a run in batches is the run step by step", "[device]", MixedPrecision,
                   DoublePrecision) {
    Fluid fluid(4, 0.8442, Truncation::cut);
    SECTION("at constant energy, watched rarely") {
        check_twins<TestType>(fluid, {nve(400, 0.005)}, 170);
    }
    SECTION("watched often, with the drift removed") {
        StageSettings stage = nve(200, 0.005);
        stage.remove_drift_every = 11;
        check_twins<TestType>(fluid, {stage}, 7);
    }
    SECTION("with rebuilds at fixed intervals that are too long") {
        fluid.setup.rebuild = RebuildRule::fixed;
        fluid.setup.rebuild_every = 20;
        check_twins<TestType>(fluid, {nve(300, 0.005)}, 50);
    }
    SECTION("in stages: a ramp of the temperature, a chain of thermostats, and none") {
        StageSettings chain = nose_hoover(150, 0.004, 1.0, 0.5);
        chain.couple_every = 5;
        check_twins<TestType>(fluid, {ramp(150), chain, nve(150, 0.005)}, 60);
    }
    SECTION("with a chain of thermostats that acts on every step, along a ramp") {
        StageSettings chain = nose_hoover(200, 0.004, 1.0, 0.5);
        chain.temperature_end = 1.3;
        check_twins<TestType>(fluid, {nve(60, 0.005), chain}, 45);
    }
    SECTION("with velocities rescaled on some steps, and on every step along a ramp") {
        StageSettings seldom = velocity_rescaling(150, 0.004, 1.0, 0.5);
        seldom.couple_every = 5;
        StageSettings always =
            GENERATE(velocity_rescaling(150, 0.004, 1.0, 0.1), berendsen(150, 0.004, 1.0, 0.1));
        always.temperature_end = 1.3;
        check_twins<TestType>(fluid, {seldom, nve(60, 0.005), always}, 45);
    }
}

TEMPLATE_TEST_CASE("a barostat acts in batches as it does step by step", "[device]", MixedPrecision,
                   DoublePrecision) {
    Fluid fluid(4, 0.8442, Truncation::cut);
    let_box_change(fluid);
    SECTION("with a thermostat on some of its steps, and on steps without it") {
        StageSettings stage = velocity_rescaling(300, 0.004, 1.0, 0.5);
        stage.couple_every = 4;
        check_twins<TestType>(fluid, {pressed(stage, 3, 10)}, GENERATE(7, 45));
    }
    SECTION("some steps behind its sums, and so does the thermostat") {
        StageSettings stage = velocity_rescaling(300, 0.004, 1.0, 0.5);
        stage.couple_every = GENERATE(5, 10, 20);
        stage.couple_delay = GENERATE(1, 2, 4);
        stage.temperature_end = 1.3;
        check_twins<TestType>(fluid, {pressed(stage, 3, 10), pressed(stage, 9, 10)},
                              GENERATE(7, 45));
    }
    SECTION("with noise, each edge by itself, along ramps, out of the frame of the grid") {
        StageSettings stage = pressed(ramp(300), 1, 7);
        stage.barostat->pressure_end = 30;
        stage.barostat->coupling = GENERATE(BoxCoupling::anisotropic, BoxCoupling::full);
        stage.couple_delay = GENERATE(0, 1, 6);
        check_twins<TestType>(fluid, {stage}, 45);
    }
    SECTION("as a piston, with a thermostat in the middle of it") {
        const auto coupling =
            GENERATE(BoxCoupling::isotropic, BoxCoupling::anisotropic, BoxCoupling::full);
        StageSettings stage = nose_hoover(300, 0.004, 1.0, 0.5);
        stage.temperature_end = 1.3;
        check_twins<TestType>(fluid, {nve(60, 0.004), under_piston(stage, 6, coupling)}, 45);
    }
}

TEST_CASE("a thermostat acts in batches some steps behind its sums", "[device]") {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    StageSettings stage =
        GENERATE(velocity_rescaling(200, 0.004, 1.0, 0.5), berendsen(200, 0.004, 1.0, 0.5));
    stage.couple_every = 5;
    stage.couple_delay = GENERATE(1, 2, 4);
    check_twins<MixedPrecision>(fluid, {stage, nve(60, 0.005), stage}, GENERATE(1, 7, 45));
}

TEST_CASE("a run that stopped between sums and their action goes on as if it had not", "[device]") {
    Fluid fluid(4, 0.8442, Truncation::cut);
    let_box_change(fluid);
    StageSettings stage = velocity_rescaling(200, 0.004, 1.0, 0.5);
    stage.couple_every = 10;
    stage.couple_delay = 4;
    stage = pressed(stage, 3, 10);
    const auto whole = run<MixedPrecision, Host>(fluid, {stage}, 90);
    SimulationOn<MixedPrecision, Device> first(alone(), fluid.setup);
    first.start(fluid.records<MixedPrecision>());
    first.draw_velocities(1.44, true);
    Stopper stopper(GENERATE(30, 31, 33, 34, 35));
    REQUIRE_FALSE(first.run(stage, stopper));
    SimulationSetup later = fluid.setup;
    const RunProgress at = first.progress();
    Collector collector(90);
    const auto go_on = [&](AnySimulation<MixedPrecision>&& second) {
        RunProgress progress = at;
        progress.boxes = first.box().earlier();
        second.start(records_of(first.atoms()), progress);
        REQUIRE(second.run(stage, collector));
        CHECK(same_bits<MixedPrecision>(whole.atoms, records_of(second.atoms())));
    };
    later.domain.box.edges = first.box().now.edges;
    SECTION("on a device") { go_on(SimulationOn<MixedPrecision, Device>(alone(), later)); }
    SECTION("on a processor") { go_on(SimulationOn<MixedPrecision, Host>(alone(), later)); }
}

TEST_CASE("a box that would leap on a device is told in the words of the processor", "[device]") {
    const Step every = GENERATE(3, 5);
    const std::string by_host = leap<Host>(every);
    CHECK(by_host.find("barostat") != std::string::npos);
    CHECK(leap<Device>(every) == by_host);
}

TEST_CASE("a run on a device that was stopped goes on as if it had not been", "[device]") {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    const StageSettings stage =
        GENERATE(langevin(400, 0.004, 1.0, 1.0), andersen(400, 0.004, 1.0, 1.0));
    const auto whole = run<MixedPrecision, Host>(fluid, {stage}, 90);
    SimulationOn<MixedPrecision, Device> first(alone(), fluid.setup);
    first.start(fluid.records<MixedPrecision>());
    first.draw_velocities(1.44, true);
    Stopper stopper(GENERATE(1, 20, 133));
    REQUIRE_FALSE(first.run(stage, stopper));
    REQUIRE(first.progress().step < 400);
    auto atoms = records_of(first.atoms());
    std::reverse(atoms.begin(), atoms.end()); // their order means nothing
    Collector collector(90);
    const auto go_on = [&](AnySimulation<MixedPrecision>&& second) {
        second.start(atoms, first.progress());
        REQUIRE(second.run(stage, collector));
        CHECK(same_bits<MixedPrecision>(whole.atoms, records_of(second.atoms())));
    };
    SECTION("on a device") { go_on(SimulationOn<MixedPrecision, Device>(alone(), fluid.setup)); }
    SECTION("on a processor") { go_on(SimulationOn<MixedPrecision, Host>(alone(), fluid.setup)); }
}

TEST_CASE("a run on a device that stops again and again is one that does not", "[device]") {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    StageSettings chain = nose_hoover(400, 0.004, 1.0, 0.5);
    chain.couple_every = 7;
    const StageSettings stage = GENERATE_COPY(nve(400, 0.005), ramp(400), chain);
    const auto whole = run<MixedPrecision, Host>(fluid, {stage}, 90);
    SimulationOn<MixedPrecision, Device> halting(alone(), fluid.setup);
    halting.start(fluid.records<MixedPrecision>());
    halting.draw_velocities(1.44, true);
    batches_between_kicks = 0;
    Step stop = 0;
    const Step distance = GENERATE(1, 2, 25);
    for (bool over = false; !over; stop += distance) {
        Stopper stopper(stop);
        over = halting.run(stage, stopper);
        CHECK(halting.progress().step >= std::min<Step>(stop, 400));
    }
    CHECK(halting.progress().step == 400);
    CHECK(batches_between_kicks > 0);
    CHECK(halting.intervals().rebuilds == whole.intervals.rebuilds);
    CHECK(same_bits<MixedPrecision>(whole.atoms, records_of(halting.atoms())));
}

TEST_CASE("a checkpoint goes on with lists of a narrower skin", "[device]") {
    Fluid wide(4, 0.8442, Truncation::cut);
    wide.setup.skin = 0.8;
    wide.setup.domain.list_range = 3.3;
    SimulationOn<DoublePrecision, Device> first(alone(), wide.setup);
    first.start(wide.records<DoublePrecision>());
    first.draw_velocities(1.44, true);
    Collector collector(1);
    const StageSettings part = nve(7, 0.005);
    REQUIRE(first.run(part, collector));
    while (first.progress().step - first.progress().last_rebuild < 12) {
        first.next_stage(part);
        REQUIRE(first.run(part, collector));
    }
    const Fluid narrow(4, 0.8442, Truncation::cut);
    SimulationOn<DoublePrecision, Host> second(alone(), narrow.setup);
    Collector seen(1);
    second.start(records_of(first.atoms()), first.progress());
    second.next_stage(part);
    second.run(nve(0, 0.005), seen);
    CHECK(second.intervals().rebuilds == 1);
    CHECK(seen.seen().front().potential ==
          Approx(collector.seen().back().potential).epsilon(1e-12));
}

TEST_CASE("a fault on a device is told in the words of the processor", "[device]") {
    Fluid fluid(4, 0.8442, Truncation::cut);
    AtomRecord<MixedPrecision> shot{};
    SECTION("an atom that gets far too fast") {
        shot.velocity = {40, 90, 20, 0};
        const std::string told = failure<Device>(fluid, shot);
        CHECK(told.find("moved farther") != std::string::npos);
        CHECK(told == failure<Host>(fluid, shot));
    }
    SECTION("an atom that leaves through an open face") {
        fluid.setup.domain.box.periodic = {true, true, false};
        shot.velocity = {0, 0, -5, 0};
        const std::string told = failure<Device>(fluid, shot);
        CHECK(told.find("through a face that is not periodic") != std::string::npos);
    }
}

TEST_CASE("plain steps are counted to the next one that stops", "[device]") {
    StageSettings stage = nve(60, 0.005);
    Step every = 0;
    SECTION("of a plain stage") {}
    SECTION("with somebody who looks") { every = 7; }
    SECTION("with a thermostat") {
        stage = nose_hoover(60, 0.005, 1, 1);
        stage.couple_every = 9;
    }
    SECTION("with another thermostat") {
        stage = velocity_rescaling(60, 0.005, 1, 1);
        stage.couple_every = 7;
    }
    SECTION("with drift removal") { stage.remove_drift_every = 13; }
    const Collector observer(every);
    const Step first = 100;
    for (Step next = first; next <= first + stage.steps; ++next) {
        std::int64_t expected = 0;
        for (Step s = next; !plan_step(stage, s - first, observer.needs(s)).stops_between_kicks();
             ++s)
            ++expected;
        CHECK(plain_steps(stage, first, next, 1000, observer, {}).count == expected);
        CHECK(plain_steps(stage, first, next, 5, observer, {}).count ==
              std::min<std::int64_t>(5, expected));
        CHECK(next + expected <= first + stage.steps);
        StageSettings uncoupled = stage;
        uncoupled.ensemble = Ensemble::nve;
        CHECK(plain_steps(stage, first, next, 1000, observer, {true, false}).count ==
              plain_steps(uncoupled, first, next, 1000, observer, {}).count);
    }
}

TEST_CASE("plain steps are led by the host or done in batches", "[device]") {
    const Fluid fluid(3, 0.8442, Truncation::cut);
    const auto host = system_in<MixedPrecision, Host>(alone(), fluid.setup);
    const auto device = system_in<MixedPrecision, Device>(alone(), fluid.setup);
    CHECK((host->fused_step() != nullptr && host->batches() == nullptr));
    CHECK((device->fused_step() == nullptr && device->batches() != nullptr));
}

TEST_CASE("batches grow to what a device does between two looks", "[device]") {
    BatchPace pace;
    CHECK(pace.steps() == BatchPace::at_first);
    for (int look = 0; look < 10; ++look)
        pace.learn(pace.steps(), static_cast<double>(pace.steps()) / 4000);
    CHECK(pace.steps() == 1000);
    pace.learn(1000, 60);
    CHECK(pace.steps() == 4);
    pace.learn(1, 100);
    CHECK(pace.steps() == 1);
    for (int look = 0; look < 10; ++look) pace.learn(pace.steps(), 0);
    CHECK(pace.steps() == BatchPace::at_most);
}

TEMPLATE_TEST_CASE("a table of a device is the table of the processor", "[device]", MixedPrecision,
                   DoublePrecision) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    SimulationOn<TestType, Host> host(alone(), fluid.setup);
    SimulationOn<TestType, Device> device(alone(), fluid.setup);
    Collector nothing(0);
    for (AnySimulation<TestType>* simulation :
         std::initializer_list<AnySimulation<TestType>*>{&host, &device}) {
        simulation->start(fluid.records<TestType>());
        simulation->draw_velocities(1.44, true);
        REQUIRE(simulation->run(nve(70, 0.005), nothing));
    }
    const auto expected = host.table();
    const auto found = device.table();
    for (const AnyColumn& column :
         {AnyColumn{column::Position{fluid.setup.domain.box.edges}}, AnyColumn{column::Force{0.5}},
          AnyColumn{column::Moved{}}, AnyColumn{column::ExactVelocity{}},
          AnyColumn{column::Image{}}}) {
        const std::size_t bytes = 256 * value_bytes<TestType>(column);
        std::vector<std::byte> ours(bytes);
        std::vector<std::byte> theirs(bytes);
        expected->write(column, ours);
        found->write(column, theirs);
        CHECK(ours == theirs);
    }
}
