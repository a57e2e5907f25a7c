// SPDX-License-Identifier: BSD-3-Clause
// Graph passes do each step of a batch once, in its kind of kernel, whatever ends them; by the
// host alone, in place of the graph.
#include <algorithm>
#include <vector>

#include "kernels/engine/pass_bodies.hpp"
#include "kernels/engine/pass_end.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

struct Done {
    Step step;
    int buffer; ///< of positions as it begins
    bool split;
    bool sums;
};

/// Goes through a batch as the graph does, with a rebuild wherever `far` says so.
class Passes {
  public:
    /// `between_kicks`: from there in the first step.
    Passes(const Control& control, std::vector<Step> far, bool between_kicks = false)
        : c(control), far_(std::move(far)) {
        c.phase = c.bodies.phase_of(c.step);
        open_first_pass(c, between_kicks);
    }

    /// Up to a step that is stuck, if there is one, or to one that leaves the frame of the box.
    void run(Step stuck = -1, Step leaves = -1) {
        stuck_ = stuck;
        leaves_ = leaves;
        loop(begins_with_branch(c));
    }

    /// With a look ahead of each of these steps, all queued before the first pass.
    void run_with_looks(const std::vector<Step>& looks, Step stuck = -1) {
        stuck_ = stuck;
        if (looks.front() != c.step) loop(begins_with_branch(c));
        for (std::size_t k = 0; k < looks.size(); ++k) {
            if (!c.halted() && c.step == looks[k]) looked_with.push_back(far_since_rebuild_);
            resume_passes(c, looks[k], k + 1 < looks.size() ? looks[k + 1] : no_pause);
            loop(branches_on(c, looks[k]));
        }
    }

    Control c;
    std::vector<Done> done;
    int rebuilds = 0;
    int passes = 0;
    std::vector<bool> looked_with; ///< at each look, whether a rebuild was due

  private:
    void loop(bool branch_ahead) {
        if (branch_ahead) branch();
        body();
        while (ended()) {
            CHECK(c.phase == c.bodies.phase_of(c.step));
            if (rebuild_begins_pass_) rebuild();
            const bool branches = begins_with_branch(c);
            if (branches) branch();
            if (!branches || !c.bodies.chosen()) body();
        }
    }
    /// Ends the pass; whether another follows.
    bool ended() {
        const PassEnd end = end_pass(c);
        ++passes;
        // Bodies of which each pass is one begin with the rebuild.
        rebuild_begins_pass_ = end.rebuild && c.bodies.chosen();
        if (end.rebuild && !rebuild_begins_pass_) rebuild();
        return end.again;
    }
    void rebuild() {
        ++rebuilds;
        c.change_buffers();
        far_since_rebuild_ = rebuild_begins_pass_ = false;
    }
    void branch() {
        const SplitWork work = c.schedule.plan(c.step);
        step(branch_kernel, true, work.takes_all());
    }
    /// What the kernels of a body do was known as it was recorded.
    void body() {
        const std::int64_t body = c.bodies.body_of(c.phase);
        for (int k = 0; k < c.pass_length; ++k) {
            const SplitWork work = c.bodies.work_of(c.schedule, body, k);
            step(k, work.any(), work.takes_all());
        }
    }
    void step(int queued, bool split, bool sums) {
        if (!does_step(c, queued)) return;
        const int kernel = number_in_pass(queued);
        const Step now = step_of_kernel(c, kernel);
        if (sums && now == stuck_) return end_before_step(c, kernel);
        if (c.schedule.plan(now).for_barostat && now == leaves_)
            end_behind_step(c, now + c.schedule.delay);
        done.push_back({now, positions_before(c, kernel), split, sums});
        if (std::find(far_.begin(), far_.end(), now) == far_.end()) return;
        far_since_rebuild_ = true;
        c.too_far |= 1ull << kernel;
        if (c.rebuild_every == 0) c.pass.last = kernel;
    }

    std::vector<Step> far_;
    bool far_since_rebuild_ = false;
    bool rebuild_begins_pass_ = false;
    Step stuck_ = -1;
    Step leaves_ = -1;
};

Control batch(std::int64_t steps, std::int32_t pass_length) {
    Control c;
    c.step = c.first_step = 100;
    c.steps_left = steps;
    c.pass_length = pass_length;
    return c;
}

void watch(Control& c, Step first, std::int64_t every) { c.schedule.observed = {first, every}; }

void check(const Passes& passes, std::int64_t steps, const std::vector<Step>& far,
           bool between_kicks = false) {
    REQUIRE(static_cast<std::int64_t>(passes.done.size()) == steps);
    int buffer = 0;
    for (std::int64_t k = 0; k < steps; ++k) {
        const Done& done = passes.done[static_cast<std::size_t>(k)];
        const Step step = 100 + k;
        CAPTURE(step);
        CHECK(done.step == step);
        CHECK(done.buffer == buffer);
        CHECK(done.split == (passes.c.schedule.plan(step).any() || (between_kicks && k == 0)));
        CHECK(done.sums == passes.c.schedule.plan(step).takes_all());
        const bool rebuilt = std::count(far.begin(), far.end(), step) > 0 && k + 1 < steps;
        buffer ^= rebuilt ? 0 : 1;
    }
    CHECK(passes.c.step == 100 + steps);
    CHECK(passes.c.steps_left == 0);
    CHECK(passes.c.rebuild_due == std::count(far.begin(), far.end(), 99 + steps));
}

} // namespace

TEST_CASE("passes do each step once") {
    const std::int64_t couple_every = GENERATE(0, 1, 2, 5, 70);
    const std::int64_t observe_every = GENERATE(0, 1, 3, 5, 64, 1000);
    const std::int32_t shape = GENERATE(1, 2, 3, 12, 64);
    const bool in_bodies = couple_every > 0 && couple_every <= 5 && GENERATE(false, true);
    const std::int64_t steps = GENERATE(1, 2, 63, 150);
    const std::vector<Step> far =
        GENERATE(std::vector<Step>{}, std::vector<Step>{100, 101, 103, 110, 120, 125, 160},
                 std::vector<Step>{105, 115, 162, 249});
    CAPTURE(couple_every, observe_every, shape, steps, in_bodies);
    Control c = batch(steps, shape);
    c.schedule.coupled = {95, couple_every};
    c.schedule.delay = couple_every > 2 ? GENERATE(0, 2) : 0;
    if (in_bodies) c.bodies = bodies_for(c.schedule, false);
    if (observe_every > 0) watch(c, 100 + observe_every % 4, observe_every);
    Passes passes(c, far);
    passes.run();
    check(passes, steps, far);
    CHECK(passes.rebuilds ==
          std::count_if(far.begin(), far.end(), [&](Step s) { return s < 99 + steps; }));
}

TEST_CASE("a batch goes on from between the half kicks of its first step") {
    const std::int64_t couple_every = GENERATE(0, 2, 5, 70);
    const std::int64_t observe_every = GENERATE(0, 1, 5, 1000);
    const std::int32_t shape = GENERATE(1, 2, 12, 64);
    const bool in_bodies = couple_every > 0 && couple_every <= 5 && GENERATE(false, true);
    const std::int64_t steps = GENERATE(1, 2, 63, 150);
    const std::vector<Step> far = GENERATE(std::vector<Step>{}, std::vector<Step>{100, 101, 120},
                                           std::vector<Step>{105, 162, 249});
    CAPTURE(couple_every, observe_every, shape, steps, in_bodies);
    Control c = batch(steps, shape);
    c.schedule.coupled = {99, couple_every}; // nothing acts on the first step any more
    if (in_bodies) c.bodies = bodies_for(c.schedule, false);
    if (observe_every > 0) watch(c, 101, observe_every);
    Passes passes(c, far, true);
    passes.run();
    check(passes, steps, far, true);
    CHECK(passes.rebuilds ==
          std::count_if(far.begin(), far.end(), [&](Step s) { return s < 99 + steps; }));
}

TEST_CASE("passes do the steps of a barostat, in bodies or in branches") {
    const std::int64_t rescale_every = GENERATE(1, 4, 5, 10, 70);
    const std::int64_t couple_every = GENERATE(0, 1, 5, 6, 10);
    const std::int64_t observe_every = GENERATE(0, 3, 10);
    const bool in_bodies = GENERATE(false, true);
    const std::vector<Step> far =
        GENERATE(std::vector<Step>{}, std::vector<Step>{100, 103, 110, 120, 125, 160});
    CAPTURE(rescale_every, couple_every, observe_every, in_bodies);
    Control c = batch(150, GENERATE(3, 12));
    c.schedule.rescaled = {90, rescale_every};
    c.schedule.coupled = {90, couple_every};
    if (observe_every > 0) watch(c, 101, observe_every);
    const bool seldom = couple_every != 1 && rescale_every > 3;
    c.schedule.delay = seldom ? GENERATE(0, 1, 3) : 0;
    if (in_bodies) c.bodies = bodies_for(c.schedule, false);
    Passes passes(c, far);
    passes.run();
    check(passes, 150, far);
}

TEST_CASE("a batch ends with the step that brings the box out of its frame") {
    const bool in_bodies = GENERATE(false, true);
    const Step leaves = GENERATE(100, 104, 132, 148);
    const std::vector<Step> far = GENERATE(std::vector<Step>{}, std::vector<Step>{104, 131});
    Control c = batch(90, 12);
    c.schedule.rescaled = {92, 4};
    c.schedule.delay = GENERATE(0, 1, 3);
    if (in_bodies) c.bodies = bodies_for(c.schedule, false);
    Passes passes(c, far);
    passes.run(-1, leaves);
    check(passes, leaves + c.schedule.delay + 1 - 100, far);
    CHECK_FALSE(passes.c.halted());
}

TEST_CASE("passes pause for looks, with lists that serve") {
    const std::int64_t couple_every = GENERATE(0, 1, 4, 70);
    const std::int64_t observe_every = GENERATE(0, 1, 5, 20);
    const int bodies = couple_every == 0 && observe_every == 0 ? 0 : GENERATE(0, 1, 2);
    const std::int32_t length = GENERATE(1, 2, 12, 64);
    const std::vector<Step> far =
        GENERATE(std::vector<Step>{}, std::vector<Step>{100, 103, 109, 110, 119, 120, 125, 179});
    const std::vector<Step> looks =
        GENERATE(std::vector<Step>{100}, std::vector<Step>{110, 120, 180},
                 std::vector<Step>{100, 101, 104, 249});
    CAPTURE(couple_every, observe_every, bodies, length);
    Control c = batch(150, length);
    c.schedule.coupled = {95, couple_every};
    c.schedule.delay = couple_every > 2 ? 2 : 0;
    if (observe_every > 0) watch(c, 100, observe_every);
    if (bodies > 0 && couple_every > 0) c.bodies = bodies_for(c.schedule, bodies == 2);
    if (bodies > 0 && couple_every == 0) c.bodies = bodies_for_samples(c.schedule.observed, length);
    c.pause = looks.front();
    Passes passes(c, far);
    passes.run_with_looks(looks);
    check(passes, 150, far);
    CHECK(passes.c.looked == static_cast<std::int64_t>(looks.size()));
    CHECK(passes.looked_with == std::vector<bool>(looks.size(), false));
    CHECK(passes.rebuilds == static_cast<int>(far.size()));
}

TEST_CASE("passes that are halted do no step behind later pauses") {
    Control c = batch(90, 12);
    watch(c, 100, 4);
    if (GENERATE(false, true)) c.bodies = bodies_for_samples(c.schedule.observed, 12);
    const Step bad = GENERATE(100, 104, 132);
    const std::vector<Step> looks{102, 104, 150, 160};
    c.pause = looks.front();
    Passes passes(c, {});
    passes.run_with_looks(looks, bad);
    CHECK(static_cast<Step>(passes.done.size()) == bad - 100);
    CHECK(passes.c.step == bad);
    CHECK(passes.c.stuck == 1);
    CHECK(passes.c.looked == (bad == 100 ? 0 : 2));
    CHECK(passes.c.position_buffer == (bad - 100) % 2);
}

TEST_CASE("a batch that ended ahead of a look keeps its rebuild due") {
    Control c = batch(90, 12);
    c.schedule.rescaled = {92, 4};
    const std::vector<Step> looks{150};
    c.pause = looks.front();
    Passes passes(c, {104});
    passes.run(-1, 104);
    CHECK(passes.c.rebuild_due == 1);
    resume_passes(passes.c, looks.front(), no_pause);
    CHECK_FALSE(end_pass(passes.c).again);
    CHECK(passes.c.rebuild_due == 1);
    CHECK(passes.c.looked == 0);
}

TEST_CASE("passes end before a step whose barostat cannot act") {
    Control c = batch(90, 12);
    c.schedule.rescaled = {92, 4};
    if (GENERATE(false, true)) c.bodies = bodies_for(c.schedule, false);
    const Step bad = GENERATE(100, 104, 132);
    Passes passes(c, {});
    passes.run(bad);
    CHECK(static_cast<Step>(passes.done.size()) == bad - 100);
    CHECK(passes.c.step == bad);
    CHECK(passes.c.halted());
}

TEST_CASE("passes end before a sample that is out of range") {
    const Step bad = GENERATE(100, 104, 132);
    Control c = batch(90, 12);
    watch(c, 100, 4);
    Passes passes(c, {});
    passes.run(bad);
    CHECK(static_cast<Step>(passes.done.size()) == bad - 100);
    CHECK(passes.c.step == bad);
    CHECK(passes.c.stuck == 1);
    CHECK(passes.c.halted());
    CHECK(passes.c.position_buffer == (bad - 100) % 2);
}

TEST_CASE("passes that could have a branch, but do not, are as many as others") {
    Control c = batch(120, 12);
    Passes plain(c, {});
    plain.run();
    watch(c, 500, 100);
    Passes watched(c, {});
    watched.run();
    check(watched, 120, {});
    CHECK(watched.passes == plain.passes);
}

TEST_CASE("kernels for a thermostat in bodies end no pass") {
    Control c = batch(120, 20);
    c.schedule.coupled = {0, 10};
    c.bodies = bodies_for(c.schedule, false);
    Passes passes(c, {104, 117});
    passes.run();
    check(passes, 120, {104, 117});
    CHECK(passes.passes == 2 + 6); // steps 100 to 104, 105 to 117, then 20 each and the last 2
}

TEST_CASE("bodies have as many phases as couplings, and none where they recur too seldom") {
    const auto phases = [](StepSeries coupled, StepSeries rescaled) {
        return bodies_for({coupled, rescaled, {}, 0}, false).period;
    };
    CHECK(phases({}, {}) == 0);
    CHECK(phases({100, 1}, {}) == 1);
    CHECK(phases({}, {95, 10}) == 10);
    CHECK(phases({100, 4}, {98, 6}) == 12);
    CHECK(phases({100, most_phases}, {}) == most_phases);
    CHECK(phases({100, most_phases + 1}, {}) == 0);
    CHECK(phases({100, 11}, {100, 4}) == 4);
    CHECK(phases({100, 1}, {100, 50}) == 1);
    const CoupledBodies bodies = bodies_for({{100, 10}, {100, 100}, {}, 0}, false);
    CHECK(bodies.period == 10);
    CHECK(bodies.coupled);
    CHECK_FALSE(bodies.rescaled);
}

TEST_CASE("each body of passes has a number of its own") {
    const PassBodies bodies{GENERATE(2, 10), GENERATE(false, true), GENERATE(false, true)};
    int rebuilds = 0, branches = 0, summed = 0;
    for (std::int32_t number = 0; number < bodies.count(); ++number) {
        const PassBody body = bodies[number];
        CHECK(bodies.number_of(body) == number);
        rebuilds += body.rebuilds ? 1 : 0;
        branches += body.branch ? 1 : 0;
        summed += body.sums ? 1 : 0;
        CHECK((body.branch || body.phase == number % (bodies.count() / 2)));
    }
    CHECK(2 * rebuilds == bodies.count());
    CHECK(branches == (bodies.sums ? 2 : 0) + (bodies.couples ? 2 : 0));
    CHECK(summed == (bodies.sums ? 2 : 0));
}

TEST_CASE("bodies take samples, alone or with what couples, and end no pass for them") {
    const std::int64_t observe_every = GENERATE(1, 4, 7, 12, 13, 40, 1000);
    const std::int64_t couple_every = GENERATE(0, 4, 6, 70);
    const std::int32_t length = GENERATE(1, 2, 12, 64);
    const Step ahead = GENERATE(0, 1, 3);
    const std::vector<Step> far =
        GENERATE(std::vector<Step>{}, std::vector<Step>{100, 103, 110, 120, 125, 160});
    if (ahead >= observe_every) return;
    CAPTURE(observe_every, couple_every, length, ahead);
    Control c = batch(150, length);
    c.schedule.coupled = {94, couple_every};
    c.schedule.delay = couple_every > 0 ? 3 : 0;
    watch(c, 100 + ahead, observe_every);
    const bool couples = couple_every > 0;
    c.bodies =
        couples ? bodies_for(c.schedule, true) : bodies_for_samples(c.schedule.observed, length);
    Passes passes(c, far);
    passes.run();
    check(passes, 150, far);
    if (!couples && far.empty()) CHECK(passes.passes == (150 + length - 1) / length);
}

TEST_CASE("bodies for samples are as many as may be told apart") {
    CHECK(bodies_for_samples({100, 1}, 12).count == 1);
    CHECK(bodies_for_samples({100, 10}, 12).count == 10);
    CHECK(bodies_for_samples({100, 100}, 12).count == 13);
    const CoupledBodies none = bodies_for_samples({}, 12);
    CHECK(none.count == 13);
    CHECK(none.body_of(none.phase_of(12345)) == 12);
    CHECK(bodies_for({{100, 10}, {}, {100, 15}, 3}, true).period == 30);
    CHECK_FALSE(bodies_for({{100, 10}, {}, {100, 17}, 3}, true).observed);
}
