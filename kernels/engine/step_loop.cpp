// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/step_loop.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/engine/host_steps.hpp"
#include "kernels/engine/open_pass.hpp"

namespace mdsim {

namespace {

/// For fewer samples in a batch it is not worth having other bodies than for the couplings alone.
constexpr std::int64_t few_samples = 8;

} // namespace

template <class P>
StepMotions<typename P::Real>
StepLoop<P>::upload(const std::vector<Motion<typename P::Real>>& motion) {
    if (motion.size() == 1) return {motion.front()};
    if (motion.size() > motion_.size()) motion_.resize_discard(motion.size());
    stream_->upload(motion.data(), motion_.data(), motion.size()); // the batch keeps them meanwhile
    Motion<typename P::Real> kind;
    kind.thermal = motion.front().thermal;
    return {kind, motion_.data()};
}

template <class P> void StepLoop<P>::queue_branch(const AdvanceArgs<P>& advance, bool sums) {
    steps_.queue_split_step(branch_kernel, advance, sums);
    ranks_->queue_check(branch_kernel, advance.view.displaced.capacity > 0);
}

template <class P> void StepLoop<P>::queue_steps(std::int64_t body, AdvanceArgs<P> advance) {
    const bool overlap = may_overlap();
    for (int k = 0; k < pass_length_; ++k) {
        steps_.queue_step(body, k, advance);
        ranks_->queue_check(k, advance.view.displaced.capacity > 0);
        advance.overlaps = overlap;
    }
    steps_.end_body();
}

template <class P> void StepLoop<P>::queue_rebuild(const PassConditions& conditions) {
    rebuild_.queue();
    ranks_->queue_end(conditions);
}

template <class P>
void StepLoop<P>::record_branches(LoopRecorder& recorder, const AdvanceArgs<P>& advance) {
    PassConditions conditions{};
    conditions.again = recorder.again();
    conditions.rebuild = recorder.condition();
    conditions.sums = steps_.sums_in_branch();
    conditions.couples = steps_.couples_in_branch();
    if (conditions.sums) conditions.summed = recorder.condition();
    if (conditions.couples) conditions.coupled = recorder.condition();
    queue_steps(0, advance);
    close_pass(*stream_, parts_.atoms->view().control, conditions);
    recorder.when(conditions.rebuild, [=, this] { queue_rebuild(conditions); });
    if (conditions.sums) recorder.when(conditions.summed, [&] { queue_branch(advance, true); });
    if (conditions.couples)
        recorder.when(conditions.coupled, [&] { queue_branch(advance, false); });
}

template <class P>
void StepLoop<P>::queue_body(const PassBody& body, const AdvanceArgs<P>& advance,
                             const PassConditions& conditions) {
    if (body.rebuilds) queue_rebuild(conditions);
    if (body.branch)
        queue_branch(advance, body.sums);
    else
        queue_steps(body.phase, advance);
    close_pass(*stream_, parts_.atoms->view().control, conditions);
}

template <class P>
void StepLoop<P>::record_choice(LoopRecorder& recorder, const AdvanceArgs<P>& advance) {
    PassConditions conditions{};
    conditions.again = recorder.again();
    conditions.chooses = true;
    conditions.bodies = {static_cast<std::int32_t>(steps_.bodies().count), steps_.sums_in_branch(),
                         steps_.couples_in_branch()};
    conditions.body = recorder.choice();
    std::vector<std::function<void()>> records;
    for (std::int32_t number = 0; number < conditions.bodies.count(); ++number)
        records.push_back([&, this, conditions, body = conditions.bodies[number]] {
            queue_body(body, advance, conditions);
        });
    recorder.choose(conditions.body, records);
    recorder.ahead([=, this] { begin_passes(*stream_, parts_.atoms->view().control, conditions); });
}

template <class P> void StepLoop<P>::record(const AdvanceArgs<P>& advance) {
    const GraphKey<P> key{parts_.lists->version(),
                          pass_length_,
                          steps_.samples().expected(),
                          steps_.bodies().fused,
                          steps_.works(pass_length_),
                          steps_.coupling().thermostat(),
                          steps_.coupling().barostat(),
                          steps_.coupling().args(),
                          advance.motions,
                          parts_.atoms->view().boxes,
                          advance.view.displaced.capacity};
    if (!graph_.empty() && key == recorded_) return;
    recorded_ = key;
    graph_ = LoopGraph(*stream_, [&](LoopRecorder& recorder) {
        if (steps_.bodies().chosen())
            record_choice(recorder, advance);
        else
            record_branches(recorder, advance);
    });
}

template <class P>
void StepLoop<P>::queue_first_branch(const AdvanceArgs<P>& advance, bool between_kicks) {
    const Control& c = parts_.atoms->control();
    if (!between_kicks) return queue_branch(advance, c.schedule.plan(c.step).takes_all());
    WalkArgs<P> walk = steps_.walk_args();
    walk.kernel = branch_kernel;
    begin_split(*stream_, walk, advance, steps_.coupling().args(), false);
    ranks_->queue_check(branch_kernel, advance.view.displaced.capacity > 0);
}

template <class P>
void StepLoop<P>::launch(const StepBatch<P>& batch, const AdvanceArgs<P>& advance,
                         bool between_kicks) {
    record(advance);
    const Control& c = parts_.atoms->control();
    const std::vector<BatchLook>& looks = batch.looks;
    auto k = static_cast<std::size_t>(c.looked);
    // The graph takes its branches at the end of the pass before theirs.
    if (k == looks.size() || looks[k].step != c.step) {
        if (begins_with_branch(c)) queue_first_branch(advance, between_kicks);
        graph_.launch(*stream_);
    }
    for (; k < looks.size(); ++k) {
        const Step step = looks[k].step;
        queue_look(looks[k], k);
        queue_resume(*stream_, parts_.atoms->view().control, step,
                     k + 1 < looks.size() ? looks[k + 1].step : no_pause);
        if (branches_on(c, step)) queue_branch(advance, c.schedule.plan(step).takes_all());
        graph_.launch(*stream_);
    }
}

/// In vain where passes have ended before.
template <class P> void StepLoop<P>::queue_look(const BatchLook& look, std::size_t place) {
    LookStore& looks = *parts_.looks;
    if (look.tasks.bins > 0)
        parts_.forces->for_each_list(walk_args(), [&](const WalkArgs<P>& walk) {
            count_tile_distances<P>(*stream_, walk, looks.counters(place));
        });
    if (!look.tasks.unwrapped) return;
    const bool complete = parts_.atoms->index_ids(parts_.order->scratch());
    MDSIM_REQUIRE(complete);
    parts_.atoms->store_column(column::Unwrapped{looks.edges()}, looks.unwrapped(place));
}

/// The tiles of this rank, as many as would take an H200 as long.
template <class P> std::uint32_t StepLoop<P>::effective_tiles() const {
    return tiles_as_on_h200(parts_.lists->view().tile_count, multiprocessors_);
}

/// Whether a step may begin while the kernel before it ends.
template <class P> bool StepLoop<P>::may_overlap() const {
    return starts_early_ && effective_tiles() <= ranks_->most_overlapped_tiles();
}

/// What passes with bodies of phases, or without, cost on a batch.
template <class P>
PassCosts StepLoop<P>::costs_of(const StepBatch<P>& batch, const CoupledBodies& bodies,
                                bool searched) const {
    const int walks = parts_.forces->has_round() ? 2 : 1;
    PassCosts costs = pass_costs(effective_tiles(), walks, searched);
    const auto in_a_step = [](std::int64_t every) {
        return every > 0 ? 1 / static_cast<double>(every) : 0;
    };
    const double of_action = batch.delay > 0 ? 2 : 1; // steps: what is measured, and what acts
    const double heat = of_action * in_a_step(batch.coupling.acts.every);
    const double box = of_action * in_a_step(batch.barostat.acts.every);
    costs.samples = in_a_step(steps_.samples().usual_distance());
    // The one that acts more often mostly does so on the steps of the other, too.
    costs.coupled = std::max(heat, box);
    if (bodies.any() && !bodies.does_all(batch.schedule())) costs.left = std::min(heat, box);
    if (!bodies.observed) costs.left_samples = costs.samples;
    costs.phases = bodies.any();
    if (bodies.fused) costs.idle_split = 0;
    if (!bodies.chosen()) costs.choice = 0;
    return costs;
}

/// The bodies that a batch could have. Of how many kernels does not matter yet.
template <class P>
CoupledBodies StepLoop<P>::possible_bodies(const StepBatch<P>& batch,
                                           const StepMotions<typename P::Real>& motions) const {
    const StepSchedule schedule = batch.schedule();
    const bool fuses = steps_.may_fuse(motions);
    // From the first step on samples must lie as far apart as behind it.
    const std::int64_t ahead =
        schedule.observed.first - batch.first - (batch.between_kicks ? 1 : 0);
    const bool even = !schedule.observed.any() || ahead < schedule.observed.every;
    const bool couples = schedule.coupled.any() || schedule.rescaled.any();
    CoupledBodies bodies;
    if (couples)
        bodies = bodies_for(schedule, fuses && even && steps_.samples().count() >= few_samples);
    else if (fuses && even && steps_.samples().expected())
        bodies = bodies_for_samples(schedule.observed, longest_pass);
    if (bodies.chosen() && !graphs_choose()) return {};
    bodies.fused = bodies.any() && fuses;
    return bodies;
}

/// Chooses the length of passes, and whether there are bodies for phases.
template <class P>
void StepLoop<P>::choose_pass(const StepBatch<P>& batch,
                              const StepMotions<typename P::Real>& motions, bool searched) {
    CoupledBodies bodies = possible_bodies(batch, motions);
    const PassCosts costs = costs_of(batch, bodies, searched);
    const PassShape shape = batch.rebuild_every > 0
                                ? best_pass(static_cast<double>(batch.rebuild_every), 0, costs)
                                : learned_.shape(costs, batch.steps);
    pass_length_ = shape.length;
    if (bodies.samples_alone()) bodies.count = bodies_needed(bodies.period, pass_length_);
    steps_.use_bodies(shape.phases ? bodies : CoupledBodies{});
    steps_.start_early(may_overlap());
}

template <class P>
void StepLoop<P>::begin(const StepBatch<P>& batch, const AdvanceArgs<P>& advance) {
    const bool searched = advance.view.displaced.capacity > 0;
    MDSIM_REQUIRE(parts_.ranks.host_barrier == nullptr ||
                  (!batch.schedule().any() && !batch.between_kicks));
    ranks_->begin_batch();
    steps_.begin(batch);
    parts_.check->forget(*stream_);
    choose_pass(batch, advance.motions, searched);
    Control& c = parts_.atoms->control();
    const Control before = c;
    c = Control{};
    c.owned = before.owned;
    c.local = before.local;
    c.present = before.present;
    c.position_buffer = before.position_buffer;
    c.step = c.first_step = batch.first;
    c.steps_left = batch.steps;
    c.rebuild_every = batch.rebuild_every;
    c.last_rebuild = batch.last_rebuild;
    c.schedule = batch.schedule();
    c.exact = searched ? 1 : 0;
    c.bodies = steps_.bodies();
    c.phase = c.bodies.phase_of(c.step);
    c.pass_length = parts_.ranks.host_barrier != nullptr ? 1 : pass_length_;
    if (!batch.looks.empty()) c.pause = batch.looks.front().step;
    open_first_pass(c, batch.between_kicks);
    parts_.atoms->push_control();
}

template <class P> BatchReport StepLoop<P>::report(const StepBatch<P>& batch) const {
    const Control& c = parts_.atoms->control();
    BatchReport report;
    const bool unfinished = c.halted() && c.stuck == 0;
    report.steps = c.step - batch.first - (unfinished ? 1 : 0);
    report.stuck = c.stuck != 0;
    report.rebuilds = c.rebuilds;
    report.steps_between = c.steps_between;
    report.shortest = c.shortest;
    report.longest = c.longest;
    report.last_rebuild = c.last_rebuild;
    report.unsafe = c.unsafe;
    report.rebuild_due = c.rebuild_due != 0;
    report.fault = c.fault;
    add_couplings(report);
    report.samples = steps_.samples().samples(*stream_, c.step);
    // That of a step which is not done comes again.
    const auto done = [&](const BatchLook& look) { return look.step < batch.first + report.steps; };
    const auto looked = batch.looks.begin() + c.looked;
    report.looks = static_cast<std::size_t>(std::count_if(batch.looks.begin(), looked, done));
    if (report.looks > 0) parts_.looks->finish(*stream_);
    return report;
}

template <class P> void StepLoop<P>::add_couplings(BatchReport& report) const {
    if (!steps_.coupling().any()) return;
    const Control& c = parts_.atoms->control();
    const DeviceCoupling coupling = steps_.coupling().state(*stream_);
    const CouplingStates& states = coupling.as_of(c.step);
    report.thermostat = states.thermostat;
    report.barostat = states.barostat;
    const Step measured = coupling.sums.step;
    if (measured >= 0 && measured < c.step && coupling.acts_on >= c.step)
        report.measured = coupling.sums;
    if (steps_.coupling().rescales())
        report.boxes = parts_.atoms->box().edges(*stream_, report.steps + 1);
}

/// Repeats passes until the batch ends, or a rebuild runs out of capacity for atoms.
template <class P>
AtomCapacity StepLoop<P>::repeat_graph(const StepBatch<P>& batch, const AdvanceArgs<P>& advance) {
    Control& c = parts_.atoms->control();
    for (bool between = batch.between_kicks; c.steps_left > 0 && !c.halted(); between = false) {
        launch(batch, advance, between);
        rebuild_.pull();
        const AtomCapacity capacity = rebuild_.resolve();
        if (capacity != AtomCapacity::enough) return capacity;
        if (c.no_capacity == 0) continue;
        c.no_capacity = 0;
        parts_.atoms->push_control();
    }
    return AtomCapacity::enough;
}

template <class P>
BatchReport StepLoop<P>::run(const StepBatch<P>& batch, const MotionView<P>& view) {
    AdvanceArgs<P> advance{view, upload(batch.motion)};
    advance.sent = ranks_->sent();
    const BusyClock clock(*stream_, parts_.ranks.all_reduce);
    begin(batch, advance);
    const bool led = parts_.ranks.host_barrier != nullptr;
    HostSteps host_steps;
    if (led)
        host_steps =
            run_host_steps(*stream_, parts_, rebuild_, view.displaced.capacity > 0,
                           {parts_.forces->has_round(), [&] { steps_.queue_round(0, false); },
                            [&] { steps_.queue_moves(0, advance); }});
    const AtomCapacity capacity = led ? host_steps.capacity : repeat_graph(batch, advance);
    Control& c = parts_.atoms->control();
    learned_.saw(c.rebuilds, c.steps_between);
    c.no_capacity = 0; // which is no fault of a step
    BatchReport what = report(batch);
    what.capacity = capacity;
    what.busy = led ? host_steps.busy : clock.seconds();
    return what;
}

template <class P> void StepLoop<P>::queue_forces(DeviceSums<pair_sums>* totals) const {
    if (parts_.forces->has_round()) {
        steps_.queue_round(outside_pass, false, totals);
        ranks_->exchange_channel();
    }
    parts_.forces->queue_stored(*stream_, steps_.walk_args(), totals);
}

template class StepLoop<MixedPrecision>;
template class StepLoop<DoublePrecision>;

} // namespace mdsim
