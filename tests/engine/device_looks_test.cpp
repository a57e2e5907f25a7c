// SPDX-License-Identifier: BSD-3-Clause
// Positions that are looked at ahead of the forces are those of the step, and nothing else changes.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "engine/deformed_cases.hpp"
#include "engine/watched_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Where all atoms are, by id, whenever their positions are needed.
template <class P, class Space>
std::vector<std::vector<Site<P>>> positions_seen(const std::vector<StageSettings>& stages,
                                                 const std::function<StepNeeds(Step)>& needs,
                                                 std::vector<AtomRecord<P>>& end,
                                                 std::vector<Observation>& seen) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    SimulationOn<P, Space> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(1.44, true);
    std::vector<std::vector<Site<P>>> positions;
    Watcher watcher(needs);
    watcher.look = [&] {
        positions.emplace_back();
        for (const AtomRecord<P>& r : records_of(simulation.atoms()))
            positions.back().push_back(r.site);
    };
    for (std::size_t s = 0; s < stages.size(); ++s) {
        if (s > 0) simulation.next_stage(stages[s - 1]);
        REQUIRE(simulation.run(stages[s], watcher));
    }
    end = records_of(simulation.atoms());
    seen = watcher.seen;
    return positions;
}

/// What is needed every so many steps.
std::function<StepNeeds(Step)> looks(Step positions, Step energy, Step state = 0) {
    return [=](Step step) {
        return StepNeeds{
            step % energy == 0, state > 0 && step % state == 0, {.others = step % positions == 0}};
    };
}

/// Looks at positions see what looks at the state see, on a processor and on a device, and change
/// nothing; returns how many batches of the device began between half kicks.
template <class P>
std::int64_t check_looks(const std::vector<StageSettings>& stages, Step positions, Step energy,
                         Step state = 0) {
    std::vector<AtomRecord<P>> expected_end, end;
    std::vector<Observation> expected_seen, seen;
    const auto of_states = [=](Step step) {
        StepNeeds needs = looks(positions, energy, state)(step);
        needs.state = needs.state || needs.look.any();
        return needs;
    };
    const auto expected = positions_seen<P, Host>(stages, of_states, expected_end, expected_seen);
    REQUIRE(expected.size() >= 5);
    const auto same_sites = [](const Site<P>& a, const Site<P>& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    };
    const auto check = [&](const std::vector<std::vector<Site<P>>>& found) {
        CHECK(same_bits<P>(expected_end, end));
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            CHECK(std::ranges::equal(found[k], expected[k], same_sites));
        REQUIRE(seen.size() == expected_seen.size());
        for (std::size_t k = 0; k < seen.size(); ++k) CHECK(seen[k].step == expected_seen[k].step);
    };
    const auto needs = looks(positions, energy, state);
    check(positions_seen<P, Host>(stages, needs, end, seen));
    batches_between_kicks = steps_ahead = 0;
    check(positions_seen<P, Device>(stages, needs, end, seen));
    return batches_between_kicks;
}

} // namespace

TEMPLATE_TEST_CASE("positions are looked at ahead of the forces", "[device]", MixedPrecision,
                   DoublePrecision) {
    const Skilled device({true, true, true});
    SECTION("no device is stopped between half kicks") {
        CHECK(check_looks<TestType>({nve(200, 0.005)}, 10, 1000) == 1); // the first
        CHECK(steps_ahead == 200);
    }
    SECTION("nor by energies of other steps") {
        CHECK(check_looks<TestType>({nve(200, 0.005)}, 12, 7) == 3); // and both at 84 and 168
    }
    SECTION("beside states") { CHECK(check_looks<TestType>({nve(200, 0.005)}, 10, 1000, 45) == 5); }
    SECTION("in a ramp of the temperature, and with the drift removed") {
        StageSettings ramp = langevin(100, 0.004, 1.5, 2.0);
        ramp.temperature_end = 0.5;
        StageSettings at_rest = nve(100, 0.005);
        at_rest.remove_drift_every = 6;
        check_looks<TestType>({ramp, at_rest}, 10, 1000);
    }
    SECTION("on steps of a thermostat, which acts at once or later, and between") {
        StageSettings coupled =
            GENERATE(nose_hoover(121, 0.004, 1.0, 0.5), velocity_rescaling(121, 0.004, 1.0, 0.5));
        coupled.couple_every = GENERATE(5, 10);
        coupled.couple_delay = GENERATE(0, 3);
        const Step distance = GENERATE(10, 11);
        CHECK(check_looks<TestType>({coupled}, distance, 1000) == 0);
        CHECK(steps_ahead == 120);
    }
    SECTION("under a barostat") {
        StageSettings pressed = nve(100, 0.004);
        BarostatSettings barostat;
        barostat.type = BarostatKind::berendsen;
        barostat.pressure = 1;
        barostat.relaxation_time = 0.5;
        barostat.compressibility = 0.05;
        barostat.coupling = BoxCoupling::anisotropic;
        barostat.couple_every = 5;
        pressed.barostat = barostat;
        check_looks<TestType>({pressed}, 10, 1000);
    }
    SECTION("in a box that is deformed") {
        StageSettings sheared = nve(100, 0.004);
        sheared.deform = {strain(StrainComponent::xy, 0.2)};
        check_looks<TestType>({sheared}, 10, 1000);
    }
}

TEST_CASE("a request on a step that is looked at shows the state once", "[device]") {
    const Skilled device({true, true, true});
    const Fluid fluid(4, 0.8442, Truncation::cut);
    const auto run = [&]<class Space>(Space /*space*/) {
        Watcher watcher(looks(10, 1000), 60);
        SimulationOn<MixedPrecision, Space> simulation(alone(), fluid.setup);
        simulation.start(fluid.records<MixedPrecision>());
        simulation.draw_velocities(1.44, true);
        REQUIRE(simulation.run(nve(100, 0.005), watcher));
        std::vector<Step> steps;
        bool requested = false;
        for (const Observation& seen : watcher.seen) {
            if (seen.request == Request::checkpoint) requested = true;
            steps.push_back(seen.step);
        }
        CHECK(requested);
        CHECK(std::adjacent_find(steps.begin(), steps.end()) == steps.end());
        return std::pair(steps, records_of(simulation.atoms()));
    };
    const auto [host_steps, host_end] = run(Host{});
    const auto [device_steps, device_end] = run(Device{});
    CHECK(same_bits<MixedPrecision>(host_end, device_end));
    for (Step step = 0; step <= 100; step += 10)
        for (const auto& steps : {host_steps, device_steps})
            CHECK(std::count(steps.begin(), steps.end(), step) == 1);
}

TEST_CASE("a device that leaves couplings to its host shows the state on their steps", "[device]") {
    const Skilled device({false, true, true});
    StageSettings coupled = nose_hoover(121, 0.004, 1.0, 0.5);
    coupled.couple_every = 15;
    check_looks<MixedPrecision>({coupled}, 10, 1000);
    CHECK(steps_ahead > 100);
}
