// SPDX-License-Identifier: BSD-3-Clause
#include "session/memory_run.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/buffer.hpp"
#include "engine/atom_table.hpp"
#include "session/watched_output.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::string_view two_stages = R"(
[units]
system = "lj"
[run]
threads = 1
[system.lattice]
type = "fcc"
density = 0.8442
cells = [5, 5, 5]
species = ["A"]
[[species]]
name = "A"
mass = 1.0
[pair]
cutoff = 2.5
[[pair.potential]]
species = ["A", "A"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0
[velocity]
temperature = 1.44
[[stage]]
name = "heat"
ensemble = "langevin"
temperature = 1.0
friction = 1.0
time_step = 0.005
steps = 20
[[stage]]
name = "measure"
ensemble = "nose_hoover"
temperature = 1.0
temperature_end = 0.8
relaxation_time = 0.5
time_step = 0.005
steps = 25
)";

/// Asks for a stop at a step, and keeps what it saw there.
struct StopAt final : Observer {
    Step stop = 0;
    std::optional<Observation> seen;

    StepNeeds needs(Step step) const override { return {.energy = false, .state = step == stop}; }
    void observe(const Observation& now) override {
        if (now.step == stop) seen = now;
    }
    Request request(Step step) override { return step >= stop ? Request::stop : Request::none; }
};

struct State {
    std::vector<Vec3<std::int32_t>> place;
    std::vector<Vec3<float>> velocity;
    bool operator==(const State&) const = default;
};

State state_of(AnyRun<MixedPrecision>& run) {
    const auto table = run.simulation().table();
    Buffer<Vec3<std::int32_t>, Host> place;
    Buffer<Vec3<float>, Host> velocity;
    table->fill(column::Place{}, place);
    table->fill(column::ExactVelocity{}, velocity);
    return {{place.begin(), place.end()}, {velocity.begin(), velocity.end()}};
}

Config config() { return parse_config(two_stages, "two_stages.toml"); }

} // namespace

TEST_CASE("a run in memory that stops anywhere goes on with the same bits") {
    const Communicator alone = Communicator::world();
    MemoryRun<MixedPrecision> straight(config(), alone);
    REQUIRE(straight.advance(nullptr));
    CHECK(straight.end() == ExitCode::success);

    MemoryRun<MixedPrecision> halting(config(), alone);
    for (const Step stop : {0, 0, 7, 8, 20, 33}) {
        StopAt watcher;
        watcher.stop = stop;
        CHECK_FALSE(halting.advance(&watcher));
        CHECK(halting.simulation().progress().step == stop);
        CHECK(halting.simulation().progress().stage == (stop > 20 ? 1 : 0));
        REQUIRE(watcher.seen);
        CHECK(watcher.seen->thermo.step == stop);
        CHECK(halting.end() == ExitCode::stopped);
    }
    CHECK_FALSE(state_of(halting) == state_of(straight));
    REQUIRE(halting.advance(nullptr));
    CHECK(halting.simulation().progress().step == 45);
    CHECK(state_of(halting) == state_of(straight));
}

TEST_CASE("an output learns nothing of a stop that its watcher alone asks for") {
    struct Output final : Observer {
        bool stops = false;
        std::vector<Request> seen;
        StepNeeds needs(Step) const override { return {.energy = true, .state = false}; }
        void observe(const Observation& now) override {
            seen.push_back(now.request);
            CHECK(now.needs.energy);
            CHECK_FALSE(now.needs.state);
        }
        Request request(Step) override { return stops ? Request::stop : Request::none; }
    };
    const Communicator alone = Communicator::world();
    Output output;
    StopAt watcher;
    watcher.stop = 3;
    WatchedOutput both(output, watcher, alone);
    CHECK(both.needs(3).state);
    CHECK_FALSE(both.needs(2).state);
    CHECK(both.next_need(2, 9) == 2);
    CHECK(both.next_need(9, 9) == 9);
    for (const bool stops : {false, true}) {
        output.stops = stops;
        Observation now;
        now.step = 3;
        now.request = both.request(3);
        now.needs = both.needs(3);
        CHECK(now.request == Request::stop);
        both.observe(now);
        CHECK(both.stopped_by_watcher() == !stops);
    }
    CHECK(output.seen == std::vector<Request>{Request::none, Request::stop});
}
