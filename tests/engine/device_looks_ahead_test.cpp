// SPDX-License-Identifier: BSD-3-Clause
// What a device keeps of positions on its way is what those see who look at each step in its turn.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "engine/deformed_cases.hpp"
#include "engine/watched_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// How often what is needed, in steps; 0: never.
struct Needs {
    Step distances = 0;
    Step unwrapped = 0;
    Step energy = 1000;
    Step state = 0;
    Step checkpoint = -1;

    StepNeeds operator()(Step step) const {
        const auto on = [step](Step every) { return every > 0 && step % every == 0; };
        StepNeeds needs{on(energy), on(state), {.unwrapped = on(unwrapped)}};
        if (on(distances)) needs.look.merge({.range = 2.0, .bins = 40});
        return needs;
    }
};

/// What was found of positions, and what was shown.
struct Found {
    std::vector<std::vector<std::int64_t>> counts;
    std::vector<double> displacements; ///< from the first look
    std::vector<Step> steps;
    std::vector<double> potential; ///< of steps whose energy was needed
    std::string failure;
};

/// Asks as writers do, which take in what they asked for when they are shown the next step.
template <class P> class Asks {
  public:
    explicit Asks(AnySimulation<P>& simulation)
        : simulation_(&simulation),
          origins_(simulation.time_origins(
              {column::Unwrapped{simulation.box().now.edges}, product::SquaredDistance{}, 1})) {}

    void show(const Observation& seen) {
        settle();
        found.steps.push_back(seen.step);
        if (seen.needs.energy) found.potential.push_back(seen.thermo.potential);
        const LookTasks& look = seen.needs.look;
        if (look.bins > 0) {
            counting_ = PairHistogram(look.range, look.bins, 1);
            simulation_->begin_counting(*counting_);
        }
        if (!look.unwrapped) return;
        origins_->look(simulation_->box().now.edges, simulation_->box().unflipped());
        if (origins_->size() == 0) origins_->keep();
        origins_->begin_sums();
        summing_ = true;
    }
    void settle() {
        if (counting_) {
            simulation_->end_counting(*counting_);
            found.counts.push_back(counting_->count);
            counting_.reset();
        }
        if (std::exchange(summing_, false))
            found.displacements.push_back(origins_->end_sums().front().value());
    }

    Found found;

  private:
    AnySimulation<P>* simulation_;
    std::unique_ptr<TimeOrigins> origins_;
    std::optional<PairHistogram> counting_;
    bool summing_ = false;
};

template <class P, class Space>
Found run(const std::vector<StageSettings>& stages, const Needs& needs,
          std::vector<AtomRecord<P>>& end) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    SimulationOn<P, Space> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(1.44, true);
    Asks<P> asks(simulation);
    Watcher watcher(needs, needs.checkpoint);
    watcher.show = [&](const Observation& seen) { asks.show(seen); };
    try {
        for (std::size_t s = 0; s < stages.size(); ++s) {
            if (s > 0) simulation.next_stage(stages[s - 1]);
            const bool over = simulation.run(stages[s], watcher);
            REQUIRE(over);
        }
        end = records_of(simulation.atoms());
    } catch (const PhysicsError& error) {
        asks.found.failure = error.what();
    }
    asks.settle();
    return asks.found;
}

/// A device finds what a processor finds, and ends where it does; returns how many looks it kept.
template <class P>
std::int64_t check_looks(const std::vector<StageSettings>& stages, const Needs& needs) {
    std::vector<AtomRecord<P>> expected_end, end;
    const Found expected = run<P, Host>(stages, needs, expected_end);
    REQUIRE(expected.counts.size() + expected.displacements.size() >= 5);
    steps_ahead = looks_ahead = batches_between_kicks = 0;
    const Found found = run<P, Device>(stages, needs, end);
    CHECK(same_bits<P>(expected_end, end));
    CHECK(found.failure.empty());
    CHECK(found.steps == expected.steps);
    CHECK(found.counts == expected.counts);
    CHECK(found.displacements == expected.displacements);
    CHECK(found.potential == expected.potential);
    return looks_ahead;
}

constexpr DeviceCapabilities keen{true, true, true, 32};

} // namespace

TEMPLATE_TEST_CASE("a device looks at positions on its way", "[device]", MixedPrecision,
                   DoublePrecision) {
    const Skilled device(keen);
    SECTION("and is not stopped") {
        CHECK(check_looks<TestType>({nve(200, 0.005)}, {.distances = 10, .unwrapped = 15}) == 26);
        CHECK(steps_ahead == 200);
        CHECK(batches_between_kicks == 1);
    }
    SECTION("nor by energies of the same steps, or of others") {
        const Step energy = GENERATE(1, 5, 7, 10);
        const Needs needs{.distances = 10, .unwrapped = 15, .energy = energy};
        CHECK(check_looks<TestType>({nve(200, 0.005)}, needs) == 26);
    }
    SECTION("between states") {
        CHECK(check_looks<TestType>({nve(200, 0.005)},
                                    {.distances = 10, .unwrapped = 15, .state = 45}) == 22);
    }
    SECTION("but for the step of a request") {
        // Which the first batch ends with, and the host looks.
        CHECK(check_looks<TestType>({nve(200, 0.005)}, {.distances = 8, .checkpoint = 16}) == 23);
    }
    SECTION("in a ramp of the temperature, and with the drift removed") {
        StageSettings ramp = langevin(100, 0.004, 1.5, 2.0);
        ramp.temperature_end = 0.5;
        StageSettings at_rest = nve(100, 0.005);
        at_rest.remove_drift_every = 6;
        CHECK(check_looks<TestType>({ramp, at_rest}, {.distances = 10, .unwrapped = 4}) > 20);
    }
    SECTION("on steps of a thermostat, which acts at once or later, and between") {
        StageSettings coupled =
            GENERATE(nose_hoover(121, 0.004, 1.0, 0.5), velocity_rescaling(121, 0.004, 1.0, 0.5));
        coupled.couple_every = GENERATE(1, 5, 10);
        coupled.couple_delay = coupled.couple_every == 10 ? GENERATE(0, 3) : 0;
        const Step distance = GENERATE(10, 11);
        CHECK(check_looks<TestType>({coupled}, {.unwrapped = distance, .energy = 20}) >= 10);
    }
    SECTION("where boxes change its host looks") {
        StageSettings sheared = nve(100, 0.004);
        sheared.deform = {strain(StrainComponent::xy, 0.2)};
        CHECK(check_looks<TestType>({sheared}, {.distances = 10, .unwrapped = 10}) == 0);
    }
}

TEST_CASE("a batch has no more looks than a device keeps", "[device]") {
    const std::int64_t most = GENERATE(0, 1, 2);
    const Skilled device({true, true, true, most});
    const auto kept =
        check_looks<MixedPrecision>({nve(200, 0.005)}, {.distances = 10, .unwrapped = 15});
    CHECK(kept == (most == 0 ? 0 : 26));
}

TEST_CASE("a host couples between the looks of a device that cannot", "[device]") {
    const Skilled device({false, false, true, 32});
    StageSettings coupled = nose_hoover(121, 0.004, 1.0, 0.5);
    coupled.couple_every = 15;
    CHECK(check_looks<MixedPrecision>({coupled}, {.distances = 10, .energy = 40}) > 4);
}

TEST_CASE("looks ahead of a fault are shown, and that of its step is none", "[device]") {
    const Skilled device(keen);
    std::vector<AtomRecord<MixedPrecision>> end;
    const Needs needs{.distances = 1, .unwrapped = 2};
    const std::vector<StageSettings> stages{nve(400, 0.03)};
    const Found expected = run<MixedPrecision, Host>(stages, needs, end);
    const Found found = run<MixedPrecision, Device>(stages, needs, end);
    REQUIRE(!expected.failure.empty());
    CHECK(found.failure == expected.failure);
    REQUIRE(expected.steps.size() >= 3);
    REQUIRE(found.steps.size() + 1 == expected.steps.size());
    for (std::size_t k = 0; k < found.steps.size(); ++k) {
        CHECK(found.steps[k] == expected.steps[k]);
        CHECK(found.counts[k] == expected.counts[k]);
    }
}

TEST_CASE("plain steps end ahead of looks that a device does not keep", "[device]") {
    const StageSettings stage = nve(1000, 0.005);
    const DeviceCapabilities device{true, true, true, 3};
    SECTION("as they are too many") {
        const Watcher observer(Needs{.distances = 10});
        const PlainSteps plain = plain_steps(stage, 0, 1, 1000, observer, device);
        CHECK(plain.count == 39);
        const LookTasks tasks{.range = 2.0, .bins = 40};
        CHECK(plain.looks == std::vector<BatchLook>{{10, tasks}, {20, tasks}, {30, tasks}});
    }
    SECTION("as they are for the atoms themselves") {
        const Watcher observer([](Step s) {
            return StepNeeds{.look = {.unwrapped = s % 10 == 0, .others = s == 20}};
        });
        const PlainSteps plain = plain_steps(stage, 0, 1, 1000, observer, device);
        CHECK(plain.count == 19);
        CHECK(plain.looks.size() == 1);
    }
    SECTION("as a sample of their step comes at another distance") {
        const Watcher observer([](Step s) {
            return StepNeeds{s == 5 || s == 10 || s == 20, false, {.unwrapped = s % 10 == 0}};
        });
        const PlainSteps plain = plain_steps(stage, 0, 1, 1000, observer, device);
        CHECK(plain.count == 14); // where a third would be
        CHECK(plain.looks.size() == 1);
    }
}
