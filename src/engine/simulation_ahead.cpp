// SPDX-License-Identifier: BSD-3-Clause
// The part of the run loop in which a device goes on by itself.
#include <algorithm>
#include <span>

#include "core/contract.hpp"
#include "engine/fault_report.hpp"
#include "engine/simulation.hpp"

namespace mdsim {

template <class P>
std::int64_t Simulation<P>::run_ahead(const StageSettings& stage, Observer& observer) {
    RankBatches<P>* batches = system_->batches();
    if (batches == nullptr || fresh_ || request_ != Request::none) return 0;
    const StepBatch<P> batch = next_batch(*batches, stage, observer);
    return batch.steps > 0 ? run_batch(*batches, batch, stage, observer) : 0;
}

template <class P> bool Simulation<P>::go_on_ahead(const StepInHand& now) {
    RankBatches<P>* batches = system_->batches();
    if (batches == nullptr || !batches->capabilities().goes_on) return false;
    // A device would let what has acted on the step act again, and measure what has been measured.
    const bool coupled = now.plan.measure || now.plan.couple;
    if (coupled || now.plan.descend || now.stage.changes_box()) return false;
    MDSIM_EXPECT(fresh_ && forces_stored_);
    const StepBatch<P> batch = next_batch(*batches, now.stage, now.observer);
    if (batch.steps <= 1) return false; // which a host begins as fast
    const std::int64_t done = run_batch(*batches, batch, now.stage, now.observer);
    MDSIM_ENSURE(done > 0);
    return true;
}

template <class P>
std::int64_t Simulation<P>::run_batch(RankBatches<P>& batches, const StepBatch<P>& batch,
                                      const StageSettings& stage, Observer& observer) {
    const double before = times_.seconds(Phase::run_ahead);
    BatchReport report;
    times_.time(Phase::run_ahead, [&] { report = batches.run(batch); });
    forces_stored_ = false;
    MDSIM_ENSURE(0 <= report.steps && report.steps <= batch.steps);
    const double seconds = times_.seconds(Phase::run_ahead) - before;
    progress_.step += report.steps;
    times_.count_steps(report.steps);
    times_.time(Phase::observe, [&] { show_steps(stage, batch, report, batches, observer); });
    const double longest = end_batch(report, seconds, observer);
    system_->check_faces();
    times_.time(Phase::rebuild, [&] { batches.balance(longest); });
    go_on_from(batch, report);
    return report.steps;
}

template <class P>
void Simulation<P>::go_on_from(const StepBatch<P>& batch, const BatchReport& report) {
    intervals_.merge(
        {report.rebuilds, report.steps_between, report.shortest, report.longest, report.unsafe});
    if (report.rebuilds > 0) progress_.last_rebuild = report.last_rebuild;
    if (batch.coupling.acts.any()) {
        thermostat_.go_on_from(report.thermostat);
        progress_.thermostat = thermostat_.state();
    }
    if (batch.barostat.acts.any()) {
        barostat_.go_on_from(report.barostat);
        progress_.barostat = barostat_.state();
    }
    if (batch.coupling.acts.any() || batch.barostat.acts.any())
        progress_.measured = report.measured;
    fresh_ = report.stuck;
    rebuild_due_ = report.rebuild_due || box().leaves_frame();
}

template <class P>
std::optional<PendingAction> Simulation<P>::pending_action(const StageSettings& stage) const {
    const std::optional<CoupledSums> by = waiting_sums();
    if (!by) return std::nullopt;
    const CouplingMove next = coupling_move(stage, *by);
    if (!next.move.possible()) return std::nullopt;
    return PendingAction{*by, box().now.edges * next.move.next, next.move.velocities,
                         next.thermostat.state(), next.barostat.state()};
}

template <class P>
StepBatch<P> Simulation<P>::next_batch(const RankBatches<P>& batches, const StageSettings& stage,
                                       const Observer& observer) const {
    const DeviceCapabilities device = batches.capabilities();
    // Nothing stops the rest of the step in hand.
    const Step begun = fresh_ || looked_at_ == progress_.step ? 1 : 0;
    const auto plain_of = [&](std::int64_t most) {
        PlainSteps plain = plain_steps(stage, progress_.stage_first, progress_.step + begun,
                                       std::max<Step>(0, most - begun), observer, device);
        plain.count += begun;
        return plain;
    };
    StepBatch<P> batch;
    std::int64_t most = std::min(pace_.steps(), batches.longest());
    if (device.couples) batch.pending = pending_action(stage);
    // The host says why, where the action is impossible.
    if (const auto by = waiting_sums(); by && !batch.pending)
        most = std::min<std::int64_t>(most, by->step + stage.coupling_delay() - progress_.step);
    PlainSteps plain = plain_of(most);
    if (!stage.deform.empty() || (stage.barostat && device.couples))
        batch.boxes = next_boxes(stage, plain.count, batch.pending);
    const auto boxes = static_cast<std::int64_t>(batch.boxes.size());
    if (boxes > 0 && boxes <= plain.count) plain = plain_of(boxes - 1);
    MDSIM_ENSURE(boxes == 0 || boxes == plain.count + 1);
    batch.first = progress_.step;
    batch.steps = plain.count;
    batch.between_kicks = fresh_;
    batch.samples = plain.samples;
    batch.looks = plain.looks;
    if (device.couples) add_couplings(stage, batch);
    const std::int64_t motions = stage.temperature_end ? batch.steps : 1;
    for (Step k = 0; k < motions; ++k) batch.motion.push_back(motion(stage, progress_.step + k));
    MDSIM_ENSURE(batch.samples.count == 0 || batch.samples.steps.any());
    batch.allowed_move = setup().allowed_move();
    batch.last_rebuild = progress_.last_rebuild;
    batch.rebuild_every = setup().rebuild == RebuildRule::fixed ? setup().rebuild_every : 0;
    return batch;
}

template <class P>
void Simulation<P>::add_couplings(const StageSettings& stage, StepBatch<P>& batch) const {
    const Step end = batch.first + batch.steps;
    const double freedom = degrees_of_freedom(stage);
    batch.delay = stage.coupling_delay();
    batch.coupling = thermostat_.on_batch(stage, progress_.stage_first, batch.first, end, freedom);
    batch.barostat = barostat_.on_batch(stage, progress_.stage_first, batch.first, end, freedom);
    batch.barostat.frame = box().frame.box.edges;
    batch.barostat.tail = setup().force_field->tail_times_volume(setup().count_of_type).virial;
}

template <class P>
std::vector<LowerTriangular<double>>
Simulation<P>::next_boxes(const StageSettings& stage, std::int64_t most,
                          const std::optional<PendingAction>& pending) const {
    // A rebuild renews what follows from all later boxes of a batch.
    constexpr std::int64_t at_once = 2048;
    std::vector<LowerTriangular<double>> boxes;
    const Step end = progress_.stage_first + stage.steps;
    const Step last = std::min(progress_.step + std::min(most, at_once), end);
    boxes.push_back(box().now.edges);
    for (Step step = progress_.step + 1; step <= last; ++step) {
        const bool changed = pending && step > pending->sums.step + stage.coupling_delay();
        boxes.push_back(changed ? pending->edges : edges_at(stage, step));
        if (box().leaves_frame(boxes.back())) break;
    }
    return boxes;
}

/// A device that takes samples on the way of steps goes on behind one that is out of range. Where
/// there is no fault, adding up the sample reports it.
template <class P>
bool Simulation<P>::fault_tells_more(const BatchSample& sample, const BatchReport& report) const {
    double agreed[2] = {sample.saturated() ? 1.0 : 0.0, report.fault != no_atom ? 1.0 : 0.0};
    if (comm_->size() > 1) comm_->max(std::span<double>(agreed));
    return agreed[0] > 0 && agreed[1] > 0;
}

template <class P>
Observation Simulation<P>::seen_of(const BatchSample& sample, const StageSettings& stage,
                                   const StepBatch<P>& batch, const BatchReport& report) {
    const bool couples = batch.coupling.acts.any(), rescales = batch.barostat.acts.any();
    const LowerTriangular<double> edges =
        report.boxes.empty() ? edges_at(stage, sample.step)
                             : report.boxes[static_cast<std::size_t>(sample.step - batch.first)];
    Observation seen;
    seen.step = sample.step;
    seen.at_hand = false;
    seen.thermo = thermo_of(sample, stage, edges);
    seen.thermo.couplings =
        couples ? thermostat_.energy_at(sample.thermostat) : thermostat_.energy();
    seen.thermo.couplings += barostat_.energy_at(rescales ? sample.barostat : barostat_.state(),
                                                 stage, sample.step - progress_.stage_first,
                                                 seen.thermo, degrees_of_freedom(stage));
    return seen;
}

namespace {

/// The looks of a batch, one after another; a device answers by its atoms again once this is gone.
template <class P> class ShownLooks {
  public:
    ShownLooks(StepBatches<P>& batches, std::span<const BatchLook> looks)
        : batches_(&batches), looks_(looks) {}
    ~ShownLooks() {
        if (next_ > 0) batches_->show_atoms();
    }
    ShownLooks(const ShownLooks&) = delete;
    ShownLooks& operator=(const ShownLooks&) = delete;

    /// The step of the next one; `end` where there is none before.
    Step next(Step end) const {
        return next_ < looks_.size() ? std::min(end, looks_[next_].step) : end;
    }
    void show_next() { batches_->show_look(next_++); }

  private:
    StepBatches<P>* batches_;
    std::span<const BatchLook> looks_;
    std::size_t next_ = 0;
};

} // namespace

template <class P>
void Simulation<P>::show_steps(const StageSettings& stage, const StepBatch<P>& batch,
                               const BatchReport& report, RankBatches<P>& batches,
                               Observer& observer) {
    MDSIM_EXPECT(report.looks <= batch.looks.size());
    ShownLooks<P> looks(batches, std::span(batch.looks).first(report.looks));
    const auto show = [&](Observation seen) {
        seen.needs = observer.needs(seen.step);
        if (looks.next(seen.step + 1) == seen.step) looks.show_next();
        observer.observe(seen);
    };
    const auto show_looks_before = [&](Step end) {
        for (Step step = looks.next(end); step < end; step = looks.next(end)) {
            Observation seen;
            seen.step = step;
            seen.at_hand = false;
            show(seen);
        }
    };
    for (const BatchSample& sample : report.samples) {
        MDSIM_EXPECT(sample.step <= progress_.step);
        show_looks_before(sample.step);
        if (fault_tells_more(sample, report)) return;
        show(seen_of(sample, stage, batch, report));
    }
    show_looks_before(progress_.step);
}

/// What the ranks make of a batch together: whether one found a fault, what is to be done next,
/// and how long it took.
template <class P>
double Simulation<P>::end_batch(const BatchReport& report, double seconds, Observer& observer) {
    const bool fault = report.fault != no_atom;
    double agreed[3] = {fault ? 1.0 : 0.0, static_cast<double>(observer.request(progress_.step)),
                        seconds};
    if (comm_->size() > 1) comm_->max(std::span<double>(agreed));
    if (agreed[0] > 0)
        throw_motion_fault(system_->atoms(), report.fault, progress_.step, *setup().force_field,
                           *comm_);
    request_ = static_cast<Request>(static_cast<int>(agreed[1]));
    pace_.learn(report.steps, agreed[2]);
    return agreed[2];
}

template std::int64_t Simulation<MixedPrecision>::run_ahead(const StageSettings&, Observer&);
template std::int64_t Simulation<DoublePrecision>::run_ahead(const StageSettings&, Observer&);
template bool Simulation<MixedPrecision>::go_on_ahead(const StepInHand&);
template bool Simulation<DoublePrecision>::go_on_ahead(const StepInHand&);

} // namespace mdsim
