// SPDX-License-Identifier: BSD-3-Clause
// Energies that a device sums by itself are those of a run step by step, and are shown in time.
#include <functional>
#include <string>

#include "core/error.hpp"
#include "engine/watched_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

void check_same(const Observation& a, const Observation& b) {
    CHECK(a.step == b.step);
    CHECK(a.needs == b.needs);
    CHECK(a.request == b.request);
    CHECK(a.stage_ends == b.stage_ends);
    CHECK(a.thermo.step == b.thermo.step);
    CHECK(a.thermo.time == b.thermo.time);
    CHECK(a.thermo.potential == b.thermo.potential);
    CHECK(a.thermo.kinetic == b.thermo.kinetic);
    CHECK(a.thermo.couplings == b.thermo.couplings);
    CHECK(a.thermo.pressure_tensor == b.thermo.pressure_tensor);
    CHECK(a.thermo.momentum == b.thermo.momentum);
}

void check_same(const std::vector<Observation>& a, const std::vector<Observation>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) check_same(a[k], b[k]);
}

template <class P, class Space>
std::vector<AtomRecord<P>> run(const Fluid& fluid, const std::vector<StageSettings>& stages,
                               Watcher& watcher) {
    SimulationOn<P, Space> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(1.44, true);
    watcher.position = &simulation.progress();
    for (std::size_t s = 0; s < stages.size(); ++s) {
        if (s > 0) simulation.next_stage(stages[s - 1]);
        REQUIRE(simulation.run(stages[s], watcher));
    }
    watcher.position = nullptr;
    return records_of(simulation.atoms());
}

/// Runs with and without a device that takes samples; returns how many it took.
template <class P>
std::int64_t check_twins(const std::vector<StageSettings>& stages,
                         const std::function<StepNeeds(Step)>& needs, Step checkpoint = -1) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    Watcher by_host(needs, checkpoint);
    const auto expected = run<P, Host>(fluid, stages, by_host);
    Watcher by_device(needs, checkpoint);
    const auto found = run<P, Device>(fluid, stages, by_device);
    CHECK(same_bits<P>(expected, found));
    if (checkpoint < 0) check_same(by_host.seen, by_device.seen);
    for (std::size_t k = 0; k < by_device.seen.size(); ++k) {
        const Observation& seen = by_device.seen[k];
        const bool now = seen.needs.state || seen.request != Request::none || seen.stage_ends;
        CHECK((now ? by_device.ahead[k] == 0 : by_device.ahead[k] >= 0));
        CHECK((k == 0 || seen.step >= by_device.seen[k - 1].step));
    }
    return samples_ahead;
}

std::function<StepNeeds(Step)> every(Step energy, Step state = 0) {
    return [=](Step step) { return StepNeeds{step % energy == 0, state > 0 && step % state == 0}; };
}

/// Two atoms of a gas that fly at each other: they are 0.05 apart at step 6.
template <class P> std::vector<AtomRecord<P>> collision(const Fluid& gas) {
    using Real = typename P::Real;
    auto atoms = gas.records<P>();
    const double edge = gas.setup.domain.box.edges.xx;
    atoms[7].site = atoms[5].site;
    atoms[7].site.x =
        advanced(atoms[5].site.x, to_fixed_fraction<typename P::Fraction>(2.45 / edge));
    atoms[5].velocity = {Real(20000), 0, 0, 0};
    atoms[7].velocity = {Real(-20000), 0, 0, 0};
    return atoms;
}

} // namespace

TEMPLATE_TEST_CASE("samples of a device are those of the processor", "[device]", MixedPrecision,
                   DoublePrecision) {
    const Skilled device({true, true, true});
    SECTION("at every step") { CHECK(check_twins<TestType>({nve(90, 0.005)}, every(1)) == 89); }
    SECTION("every few steps") {
        CHECK(check_twins<TestType>({nve(200, 0.005)}, every(7)) == 200 / 7);
    }
    SECTION("with frames between and upon them") {
        CHECK(check_twins<TestType>({nve(200, 0.005)}, every(5, 30)) == 39 - 6);
    }
    SECTION("where they do not come at equal distances") {
        const auto needs = [](Step step) {
            return StepNeeds{step % 7 == 0 || step % 10 == 3, false};
        };
        CHECK(check_twins<TestType>({nve(200, 0.005)}, needs) > 40);
    }
    SECTION("in a ramp of the temperature") {
        StageSettings ramp = langevin(150, 0.004, 1.5, 2.0);
        ramp.temperature_end = 0.5;
        CHECK(check_twins<TestType>({ramp}, every(4)) == 37);
    }
    SECTION("with a thermostat that acts on some steps, or on all, in several stages") {
        StageSettings some = nose_hoover(121, 0.004, 1.0, 0.5);
        some.couple_every = 5;
        some.temperature_end = 1.3;
        CHECK(check_twins<TestType>({some, nose_hoover(60, 0.004, 1.3, 0.5), nve(60, 0.005)},
                                    every(3)) > 70);
    }
    SECTION("with a thermostat that draws random numbers") {
        StageSettings some = velocity_rescaling(121, 0.004, 1.0, 0.5);
        some.couple_every = 5;
        some.temperature_end = 1.3;
        CHECK(check_twins<TestType>(
                  {some, velocity_rescaling(60, 0.004, 1.3, 0.5), nose_hoover(60, 0.004, 1.3, 0.5)},
                  every(3)) > 70);
    }
    SECTION("with drift removal") {
        StageSettings stage = nve(150, 0.005);
        stage.remove_drift_every = 11;
        CHECK(check_twins<TestType>({stage}, every(3)) == 49 - 4);
    }
    SECTION("with a checkpoint that is asked for") {
        CHECK(check_twins<TestType>({nve(150, 0.005)}, every(3), 64) > 40);
    }
}

TEST_CASE("a device may leave samples, or couplings, to its host", "[device]") {
    StageSettings coupled =
        GENERATE(nose_hoover(100, 0.004, 1.0, 0.5), velocity_rescaling(100, 0.004, 1.0, 0.5));
    coupled.couple_every = 4;
    SECTION("samples") {
        const Skilled device({true, false});
        CHECK(check_twins<MixedPrecision>({coupled}, every(3)) == 0);
    }
    SECTION("couplings") {
        const Skilled device({false, true});
        CHECK(check_twins<MixedPrecision>({coupled}, every(3)) == 33 - 8);
    }
    SECTION("both") {
        const Skilled device({false, false});
        CHECK(check_twins<MixedPrecision>({coupled}, every(3)) == 0);
    }
    CHECK(steps_ahead > 0);
}

TEST_CASE("a device goes on from steps that its host has led to their half kicks", "[device]") {
    const Skilled device({true, true, true});
    const auto frames = every(5, 20);
    SECTION("with frames, also after each other") {
        const auto needs = [](Step step) { return StepNeeds{step % 6 == 0, step % 40 < 2}; };
        check_twins<MixedPrecision>({nve(200, 0.005)}, needs);
        CHECK(batches_between_kicks == 5); // behind 1, 41, ...
    }
    SECTION("in a ramp of the temperature, with a checkpoint that is asked for") {
        StageSettings ramp = langevin(150, 0.004, 1.5, 2.0);
        ramp.temperature_end = 0.5;
        check_twins<MixedPrecision>({ramp}, frames, 64);
        CHECK(batches_between_kicks > 7);
    }
    SECTION("with the drift removed") {
        StageSettings stage = nve(150, 0.005);
        stage.remove_drift_every = 11;
        check_twins<MixedPrecision>({stage}, frames);
        CHECK(batches_between_kicks > 15);
    }
    SECTION("but not from those on which a thermostat has acted") {
        StageSettings chain = nose_hoover(121, 0.004, 1.0, 0.5);
        chain.couple_every = GENERATE(1, 5, 8);
        check_twins<MixedPrecision>({chain}, frames);
        CHECK(batches_between_kicks == (chain.couple_every == 8 ? 3 : 0));
    }
}

TEST_CASE("samples before a fault are shown before it is told", "[device]") {
    const Skilled device({true, true, true});
    const Fluid fluid(4, 0.8442, Truncation::cut);
    auto atoms = fluid.records<MixedPrecision>();
    atoms[5].velocity = {40, 90, 20, 0};
    Watcher by_host(every(1));
    Watcher by_device(every(1));
    const std::string told = failure_of<MixedPrecision, Host>(fluid, atoms, 0.005, by_host);
    CHECK(told.find("moved farther") != std::string::npos);
    CHECK(failure_of<MixedPrecision, Device>(fluid, atoms, 0.005, by_device) == told);
    CHECK(samples_ahead > 0);
    check_same(by_host.seen, by_device.seen);
}

TEMPLATE_TEST_CASE("a sample out of range ends the run at its step", "[device]", MixedPrecision,
                   DoublePrecision) {
    const Skilled device({true, true, true});
    const Fluid gas(4, 0.01, Truncation::cut);
    const auto atoms = collision<TestType>(gas);
    const Step distance = GENERATE(1, 3);
    Watcher by_host(every(distance));
    Watcher by_device(every(distance));
    const std::string told = failure_of<TestType, Host>(gas, atoms, 1e-5, by_host);
    CHECK(told.find("overflowed") != std::string::npos);
    CHECK(failure_of<TestType, Device>(gas, atoms, 1e-5, by_device) == told);
    CHECK(samples_ahead == 6 / distance - 1); // the last one is taken by the host, which fails
    CHECK(by_device.seen.back().step == 6 - distance);
    check_same(by_host.seen, by_device.seen);
}

TEMPLATE_TEST_CASE("a device that goes on behind a sample out of range ends the run", "[device]",
                   MixedPrecision, DoublePrecision) {
    const Skilled device({true, true, true});
    samples_on_the_way = true;
    const Fluid gas(4, 0.01, Truncation::cut);
    const auto atoms = collision<TestType>(gas);
    Watcher by_device(every(3));
    const std::string failure = failure_of<TestType, Device>(gas, atoms, 1e-5, by_device);
    samples_on_the_way = false;
    const bool moved = failure.find("moved farther") != std::string::npos;
    CHECK((moved || failure.find("overflowed") != std::string::npos));
    CHECK(by_device.seen.back().step == 3);
}

TEST_CASE("plain steps hold the samples that a device takes", "[device]") {
    StageSettings stage = nve(60, 0.005);
    stage.remove_drift_every = 25;
    const Watcher observer(every(4, 10));
    const Step first = 100;
    for (Step next = first + 1; next < first + stage.steps; ++next) {
        const PlainSteps plain = plain_steps(stage, first, next, 1000, observer, {false, true});
        for (Step step = next; step < next + plain.count; ++step)
            CHECK(plain.samples.steps.on(step) == observer.needs(step).energy);
        const Step end = next + plain.count;
        CHECK((end % 10 == 0 || end == first + 25 || end == first + 50));
        CHECK(plain_steps(stage, first, next, 3, observer, {false, true}).count ==
              std::min<std::int64_t>(3, plain.count));
    }
}

TEST_CASE("plain steps are those that are found one by one", "[device]") {
    StageSettings stage = GENERATE(nve(300, 0.005), nose_hoover(300, 0.005, 1, 1));
    stage.couple_every = GENERATE(1, 9);
    stage.remove_drift_every = GENERATE(0, 77);
    const DeviceCapabilities device =
        GENERATE(DeviceCapabilities{false, false}, DeviceCapabilities{true, false},
                 DeviceCapabilities{false, true}, DeviceCapabilities{true, true});
    const auto needs = GENERATE(std::function<StepNeeds(Step)>(every(1000)),
                                std::function<StepNeeds(Step)>(every(7, 50)),
                                std::function<StepNeeds(Step)>([](Step s) {
                                    return StepNeeds{s % 10 == 0 && s % 60 != 0, s % 100 == 99};
                                }));
    const Watcher observer(needs);
    const Step first = 40;
    for (const std::int64_t most : {0, 1, 30, 1000})
        for (Step next = first; next <= first + stage.steps; next += 1 + next % 3) {
            PlainSteps expected;
            for (; expected.count < most; ++expected.count) {
                const Step step = next + expected.count;
                const StepPlan plan = plan_step(stage, step - first, observer.needs(step));
                BatchSamples& samples = expected.samples;
                if (plan.stops_device(device)) break;
                if (plan.energy ? !samples.add(step) : samples.steps.on(step)) break;
            }
            const PlainSteps found = plain_steps(stage, first, next, most, observer, device);
            CHECK(found.count == expected.count);
            CHECK(found.samples.count == expected.samples.count);
            CHECK(found.samples.steps == expected.samples.steps);
        }
}

TEST_CASE("a batch has no more samples than a device keeps", "[device]") {
    const Watcher observer(every(1));
    const PlainSteps plain = plain_steps(nve(100000, 0.005), 0, 1, 90000, observer, {false, true});
    CHECK(plain.count == BatchSamples::most);
    CHECK(plain.samples.count == BatchSamples::most);
}
