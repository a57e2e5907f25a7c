// SPDX-License-Identifier: BSD-3-Clause
#include "engine/step_plan.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

StepPlan plan_of(unsigned bits) {
    StepPlan plan;
    plan.complete = (bits & 1) != 0;
    plan.energy = (bits & 2) != 0;
    plan.observe = (bits & 4) != 0;
    plan.couple = (bits & 8) != 0;
    plan.remove_drift = (bits & 16) != 0;
    plan.last = (bits & 32) != 0;
    plan.rescale = (bits & 64) != 0;
    plan.descend = (bits & 128) != 0;
    plan.measure = (bits & 256) != 0;
    return plan;
}

/// Where a phase stands in a schedule; -1 if it is not there.
long place(const std::vector<Phase>& phases, Phase phase) {
    const auto found = std::find(phases.begin(), phases.end(), phase);
    return found == phases.end() ? -1 : found - phases.begin();
}

} // namespace

TEST_CASE(
    "a plain step is fused, with boundary tiles before the halo and the halo under the interior",
    "[step_plan]") {
    const std::vector<Phase> expected{Phase::advance_boundary, Phase::send_halo,
                                      Phase::advance_interior, Phase::receive_halo,
                                      Phase::list_check};
    CHECK(schedule(StepPlan{}) == expected);
}

TEST_CASE("a look at positions comes first and leaves the step as it is", "[step_plan]") {
    for (unsigned bits = 0; bits < 512; ++bits) {
        StepPlan plan = plan_of(bits);
        if (plan.observe) continue;
        plan.round = plan.couple;
        std::vector<Phase> expected = schedule(plan);
        expected.insert(expected.begin(), Phase::observe);
        plan.look = true;
        CHECK(schedule(plan) == expected);
    }
}

TEST_CASE("positions are looked at ahead of the forces unless the state is shown", "[step_plan]") {
    StageSettings stage;
    stage.steps = 100;
    const StepNeeds positions{.look = {.unwrapped = true}};
    CHECK(plan_step(stage, 7, positions).look);
    CHECK_FALSE(plan_step(stage, 7, positions).stops_between_kicks());
    CHECK_FALSE(plan_step(stage, 7, {.state = true, .look = positions.look}).look);
    CHECK_FALSE(plan_step(stage, 0, positions).look);
    CHECK_FALSE(plan_step(stage, 100, positions).look);
    CHECK_FALSE(plan_step(stage, 7, positions, Request::checkpoint).look);
    StepPlan both = plan_step(stage, 7, {.energy = true, .look = positions.look});
    CHECK((both.look && both.energy && !both.state));
    both.look_at_state();
    CHECK((both.state && both.energy && !both.look));
}

TEST_CASE("whatever a plan schedules is something that a step does", "[step_plan]") {
    for (unsigned bits = 0; bits < 512; ++bits)
        for (const Phase phase : schedule(plan_of(bits))) CHECK(row_of(phase).act != nullptr);
}

TEST_CASE("a rank is busy while it computes forces or moves atoms", "[step_plan]") {
    const std::set<Phase> expected{Phase::prepare_boundary,
                                   Phase::prepare_interior,
                                   Phase::advance_boundary,
                                   Phase::advance_interior,
                                   Phase::forces,
                                   Phase::complete,
                                   Phase::begin};
    for (const PhaseRow& row : phase_rows) CHECK(row.busy == expected.contains(row.phase));
}

TEST_CASE("a round comes before the forces, and its values travel under the interior",
          "[step_plan]") {
    for (unsigned bits = 0; bits < 512; ++bits) {
        StepPlan plan = plan_of(bits);
        const std::vector<Phase> without = schedule(plan);
        plan.round = true;
        std::vector<Phase> expected{Phase::prepare_boundary, Phase::send_values,
                                    Phase::prepare_interior, Phase::receive_values};
        expected.insert(expected.end(), without.begin(), without.end());
        CHECK(schedule(plan) == expected);
    }
}

TEST_CASE("every plan gives each phase at most once, in the order of a step", "[step_plan]") {
    const std::vector<Phase> order{
        Phase::forces,       Phase::complete,         Phase::remove_drift, Phase::observe,
        Phase::descend,      Phase::measure,          Phase::rescale,      Phase::couple,
        Phase::begin,        Phase::advance_boundary, Phase::send_halo,    Phase::advance_interior,
        Phase::receive_halo, Phase::list_check};
    for (unsigned bits = 0; bits < 512; ++bits) {
        const StepPlan plan = plan_of(bits);
        const std::vector<Phase> phases = schedule(plan);
        CHECK(std::set<Phase>(phases.begin(), phases.end()).size() == phases.size());
        long before = -1;
        for (const Phase phase : phases) {
            const long at = place(order, phase);
            CHECK(at > before);
            before = at;
        }
    }
}

TEST_CASE("every plan does what it asks for, and moves the atoms once unless it is the last",
          "[step_plan]") {
    for (unsigned bits = 0; bits < 512; ++bits) {
        const StepPlan plan = plan_of(bits);
        const std::vector<Phase> phases = schedule(plan);
        const auto has = [&phases](Phase phase) { return place(phases, phase) >= 0; };
        CHECK(has(Phase::observe) == (plan.observe && plan.stops_between_kicks()));
        CHECK(has(Phase::remove_drift) == plan.remove_drift);
        CHECK(has(Phase::couple) == (plan.couple && !plan.rescale && !plan.last));
        CHECK(has(Phase::measure) == (plan.measure && !plan.last));
        CHECK(has(Phase::descend) == plan.descend);
        CHECK((has(Phase::begin) != has(Phase::advance_interior)) == !plan.last);
        CHECK(has(Phase::send_halo) == !plan.last);
        CHECK(has(Phase::receive_halo) == !plan.last);
        CHECK(has(Phase::list_check) == !plan.last);
        CHECK(has(Phase::complete) == (plan.complete && plan.stops_between_kicks()));
    }
}

TEST_CASE("a resumed step does not do again what ended it before the checkpoint", "[step_plan]") {
    StageSettings stage;
    stage.steps = 100;
    stage.ensemble = GENERATE(Ensemble::nose_hoover, Ensemble::velocity_rescaling);
    stage.couple_every = 5;
    stage.remove_drift_every = 10;
    for (const Step done : {10, 50, 100}) {
        const StepPlan first = plan_step(stage, done, {true, true});
        CHECK(first.remove_drift);
        CHECK(place(schedule(first), Phase::complete) >= 0);
        const StepPlan again = plan_step(stage, done, {true, true}, Request::none, true);
        for (const Phase phase : {Phase::complete, Phase::remove_drift})
            CHECK(place(schedule(again), phase) == -1);
    }
}

TEST_CASE("thermostat and barostat act some steps behind the sums that they act by",
          "[step_plan]") {
    StageSettings stage;
    stage.steps = 100;
    stage.ensemble = Ensemble::velocity_rescaling;
    stage.couple_every = 5;
    stage.barostat = BarostatSettings{};
    stage.couple_delay = 2;
    for (Step done = 0; done < 100; ++done) {
        const StepPlan plan = plan_step(stage, done, {});
        CAPTURE(done);
        CHECK(plan.measure == (done % 5 == 0));
        CHECK(plan.measure_pressure == (done % 10 == 0));
        CHECK(plan.couple == (done % 5 == 2));
        CHECK(plan.rescale == (done % 10 == 2));
        CHECK(plan.sums() == (done % 10 == 0 ? WantedSums::diagonals : WantedSums::none));
    }
    CHECK_FALSE(plan_step(stage, 100, {}).measure);
    CHECK(plan_step(stage, 20, {true, false}).sums() == WantedSums::all);
    stage.barostat->coupling = BoxCoupling::full;
    CHECK(plan_step(stage, 20, {}).sums() == WantedSums::all);
    CHECK(plan_step(stage, 21, {}).sums() == WantedSums::none);
}

TEST_CASE("an action may be delayed where it is of first order, and seldom", "[step_plan]") {
    StageSettings stage;
    stage.ensemble = Ensemble::velocity_rescaling;
    CHECK(stage.coupling_delay() == 0);
    stage.couple_every = 10;
    CHECK(stage.may_delay(10));
    CHECK_FALSE(stage.may_delay(11));
    stage.barostat = BarostatSettings{};
    CHECK(stage.may_delay(10));
    stage.barostat->couple_every = 15; // neither is a multiple of the other
    CHECK_FALSE(stage.may_delay(1));
    stage.barostat->couple_every = 30;
    CHECK(stage.may_delay(10));
    stage.barostat->type = BarostatKind::mtk;
    CHECK_FALSE(stage.may_delay(1));
    stage.barostat.reset();
    stage.ensemble = Ensemble::nose_hoover;
    CHECK_FALSE(stage.may_delay(1));
}

TEST_CASE("actions are delayed where nothing needs to wait for them then", "[step_plan]") {
    StageSettings stage;
    stage.ensemble = Ensemble::velocity_rescaling;
    for (const int every : {9, 33}) {
        stage.couple_every = every;
        CHECK(stage.coupling_delay() == 0);
    }
    stage.couple_every = 10;
    CHECK(stage.coupling_delay() == 3);
    stage.barostat = BarostatSettings{};
    CHECK(stage.coupling_delay() == 3);
    stage.barostat->coupling = BoxCoupling::full;
    CHECK(stage.coupling_delay() == 3);
    stage.ensemble = Ensemble::langevin;
    CHECK(stage.coupling_delay() == 0);
    stage.couple_delay = 2;
    CHECK(stage.coupling_delay() == 2);
}

TEST_CASE("forces that are known are not computed again", "[step_plan]") {
    StageSettings stage;
    stage.steps = 100;
    StepPlan plan = plan_step(stage, 10, {false, true}, Request::none, true);
    plan.round = true;
    for (const Phase phase : {Phase::prepare_boundary, Phase::forces})
        CHECK(place(schedule(plan), phase) >= 0);
    plan.forces = false;
    CHECK(schedule(plan).front() == Phase::observe);
}

TEST_CASE("a stop needs energies where somebody asks for them or the stage ends", "[step_plan]") {
    StageSettings stage;
    stage.steps = 100;
    CHECK(plan_step(stage, 99, {}, Request::stop).sums() == WantedSums::none);
    CHECK(plan_step(stage, 99, {true, false}, Request::stop).sums() == WantedSums::all);
    CHECK(plan_step(stage, 100, {}, Request::stop).sums() == WantedSums::all);
}

TEST_CASE("every phase has a name of its own", "[step_plan]") {
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(Phase::count_); ++i)
        names.insert(name_of(static_cast<Phase>(i)));
    CHECK(names.size() == static_cast<std::size_t>(Phase::count_));
    CHECK(names.count("") == 0);
}
