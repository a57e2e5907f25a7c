// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "core/size_text.hpp"
#include "core/wait_watch.hpp"
#include "machine/free_space.hpp"
#include "output/checkpoint_reader.hpp"
#include "report/report.hpp"
#include "session/stop_signals.hpp"
#include "session/thermostat_record.hpp"
#include "session/writers/make_writers.hpp"

namespace mdsim {

namespace {

constexpr double progress_seconds = 1;
constexpr const char* drift_name = "energy_drift";

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

WriterThread::Mode writer_mode(const RunContext& context) {
    return context.threaded_output ? WriterThread::Mode::threaded : WriterThread::Mode::synchronous;
}

} // namespace

template <class P>
RunOutput<P>::RunOutput(const RunContext& context, AnySimulation<P>& simulation,
                        const OutputState* resumed)
    : context_(context), simulation_(&simulation),
      cadence_(context.config->stages, *context.config),
      console_({simulation.setup().domain.total_atoms, simulation.progress().step, cadence_.last(),
                context.quiet || !context.comm->is_root()},
               context.parts->units),
      gather_(*context.comm), measured_(context_, simulation),
      checkpoints_(context.files.folder.string(), context.config->checkpoint.keep, gather_),
      watch_(*context.parts, context.config->thermo),
      checkpoint_clock_(std::chrono::steady_clock::now()), progress_clock_(checkpoint_clock_),
      readings_(context_, {simulation.setup().domain.total_atoms, P::name}),
      damage_(context.files.folder.string(), [this](const std::string& text) { warn(text); }),
      writer_(writer_mode(context), [this](const std::exception& error) { end_all(error); }) {
    begin_writers(resumed);
    if (resumed != nullptr) go_on(*resumed);
}

template <class P> RunOutput<P>::~RunOutput() = default;

template <class P> void RunOutput<P>::begin_writers(const OutputState* resumed) {
    const WriterTools<P> tools{&context_, simulation_, &cadence_, &gather_, &measured_, &writer_};
    for (auto& writer : make_writers(tools, resumed)) entries_.push_back({std::move(writer), -1});
}

template <class P> void RunOutput<P>::go_on(const OutputState& resumed) {
    std::vector<EarlierRows> earlier;
    const Step at = simulation_->progress().step;
    for (Entry& entry : entries_) {
        entry.last = at;
        for (EarlierRows& rows : entry.writer->take_earlier()) earlier.push_back(std::move(rows));
    }
    if (context_.comm->is_root()) damage_.begin(std::move(earlier));
    drift_stage_ = simulation_->progress().stage;
    drift_ = EnergyDrift::from(resumed.numbers(drift_name));
    last_checkpoint_ = at;
    good_checkpoint_ = at;
}

template <class P> void RunOutput<P>::warn(const std::string& text) {
    console_.finish();
    say({"warning: " + text});
    context_.log->add("warning: " + text);
}

template <class P> const StageSettings& RunOutput<P>::stage() const {
    MDSIM_EXPECT(simulation_->progress().stage < context_.config->stages.size());
    return context_.config->stages[simulation_->progress().stage];
}

template <class P> StepNeeds RunOutput<P>::needs(Step step) const {
    StepNeeds all;
    all.state = cadence_.checkpoint(step);
    for (const Entry& entry : entries_) all.merge(entry.writer->needs(step));
    // Near pairs are counted where energies and positions are shown at the same step.
    all.look.others =
        all.look.others || (all.energy && all.look.any() && watch_.wants_near_pairs());
    return all;
}

template <class P> Step RunOutput<P>::next_need(Step step, Step end) const {
    end = std::min(end, cadence_.next_checkpoint(step, end));
    for (const Entry& entry : entries_) end = std::min(end, entry.writer->next_need(step, end));
    return end;
}

template <class P> void RunOutput<P>::observe(const Observation& seen) {
    MDSIM_EXPECT(seen.step <= simulation_->progress().step);
    settle(); // a failure of an earlier step comes before those of this one
    const Step step = seen.step;
    if (simulation_->progress().stage != drift_stage_) {
        drift_stage_ = simulation_->progress().stage;
        drift_ = {};
    }
    if (seen.needs.energy || seen.stage_ends || seen.request == Request::stop) {
        console_.show(seen.thermo);
    }
    // Not where a stage or a part of the run ends: a run that is cut elsewhere has other ends.
    if (seen.needs.energy && context_.comm->is_root()) tell_now(watch_.take(seen.thermo));
    if (seen.needs.energy) readings_.show(seen.thermo);
    if (seen.needs.energy) take_drift(seen.thermo);
    for (Entry& entry : entries_) {
        if (step <= entry.last || !entry.writer->is_due(seen)) continue;
        entry.last = step;
        entry.writer->sample(seen);
    }
    if (watch_.wants_near_pairs() && seen.needs.energy && seen.at_hand) sample_near_pairs(step);
    const bool asked = seen.request != Request::none || cadence_.checkpoint(step);
    const bool last = seen.stage_ends && step == cadence_.last();
    if ((asked || last) && (step > last_checkpoint_ || last)) write_checkpoint_now(step);
}

template <class P> void RunOutput<P>::settle() {
    for (Entry& entry : entries_) entry.writer->settle();
}

template <class P> void RunOutput<P>::take_drift(const Thermo& thermo) {
    drift_.add(thermo.step, thermo.conserved(), thermo.temperature);
    const std::optional<Diagnostic> warning = watch_.take(meaningful_drift());
    if (context_.comm->is_root()) tell_now(warning);
}

template <class P> void RunOutput<P>::sample_near_pairs(Step step) {
    settle(); // one counting at a time
    PairHistogram sample = watch_.near_pairs();
    simulation_->count_distances(sample);
    context_.comm->sum(std::span<std::int64_t>(sample.count));
    watch_.expect_outside_maxima(sample, step);
    if (context_.comm->is_root()) tell_now(watch_.take(sample, step));
}

template <class P> void RunOutput<P>::tell_now(const std::optional<Diagnostic>& warning) {
    if (!warning) return;
    console_.finish();
    std::vector<Diagnostic> warnings{*warning};
    report_warnings(warnings, *context_.comm, *context_.log);
}

template <class P> std::vector<Diagnostic> RunOutput<P>::closing_warnings() const {
    if (!context_.comm->is_root()) return {};
    return watch_.closing_warnings(meaningful_drift());
}

template <class P> const EnergyDrift& RunOutput<P>::meaningful_drift() const {
    static const EnergyDrift none;
    return stage().keeps_energy() ? drift_ : none;
}

template <class P> std::string RunOutput<P>::closing_text() const {
    std::string text;
    for (const Entry& entry : entries_) text += entry.writer->closing_text();
    return text;
}

template <class P> OutputState RunOutput<P>::state_of_outputs() const {
    OutputState state;
    for (const Entry& entry : entries_) entry.writer->save(state);
    state.set(drift_name, drift_.numbers());
    return state;
}

template <class P> void RunOutput<P>::write_checkpoint_now(Step step) {
    MDSIM_EXPECT(step == simulation_->progress().step); // the state is that of the step
    MDSIM_EXPECT(step >= last_checkpoint_);
    settle();
    const std::shared_ptr<CheckpointData<P>> data = checkpoint_data_.lend();
    fill_checkpoint(*simulation_->table(), data->atoms);
    data->position = simulation_->progress();
    data->thermostat = thermostat_of(context_.config->stages, data->position);
    data->outputs = state_of_outputs();
    data->position.boxes = simulation_->box().earlier();
    data->edges = simulation_->box().now.edges;
    data->origin = simulation_->box().now.origin;
    data->run_id = context_.run_id;
    data->history = context_.history;
    data->input_text = context_.config->effective_text;
    data->species.clear();
    for (const Species& s : context_.parts->species) data->species.push_back(s.name);
    data->total = simulation_->setup().domain.total_atoms;
    data->labels = context_.parts->structure.labels;
    data->largest_tile = simulation_->lists().largest_tile;
    last_checkpoint_ = step;
    checkpoint_clock_ = std::chrono::steady_clock::now();
    for (const Entry& entry : entries_) entry.writer->refresh();
    writer_.submit([this, data] {
        for (const Entry& entry : entries_) entry.writer->commit();
        write_checkpoint(*data, checkpoints_);
        good_checkpoint_ = data->position.step;
        context_.log->add(fmt::format("checkpoint of step {}", data->position.step));
    });
}

template <class P> Request RunOutput<P>::request(Step step) {
    console_.tick(step, simulation_->times().steps(), stage().name, stage().time_step);
    if (!context_.comm->is_root())
        return StopSignals::received() != 0 ? Request::stop : Request::none;
    if (seconds_since(progress_clock_) > progress_seconds) {
        progress_clock_ = std::chrono::steady_clock::now();
        write_progress(step, RunState::running, {});
        tell_now(watch_.look_at_cores());
        damage_.tell();
    }
    if (StopSignals::received() != 0) return Request::stop;
    if (context_.config->run.wall_time && context_.start.age() > *context_.config->run.wall_time) {
        stopped_by_clock_ = true;
        return Request::stop;
    }
    const double every = context_.config->checkpoint.wall_every;
    const bool due = every > 0 && seconds_since(checkpoint_clock_) > every;
    return due ? Request::checkpoint : Request::none;
}

template <class P>
void RunOutput<P>::write_progress(Step step, RunState state, const std::string& message) {
    const RunStanding standing{state,           simulation_->progress().stage,    step,
                               cadence_.last(), console_.pace().steps_per_second, last_checkpoint(),
                               message};
    if (state == RunState::failed) return readings_.tell_failure(standing);
    readings_.tell(standing, *simulation_, meaningful_drift());
}

template <class P> void RunOutput<P>::end_all(const std::exception& error) {
    if (context_.comm->size() == 1) return;
    fail(error.what());
    Failure failure = failure_of(error);
    failure.known = Known::here;
    failure.remarks = remarks_on(failure);
    log_failure(failure);
    tell(failure, *context_.comm);
}

template <class P> void RunOutput<P>::log_failure(Failure& failure) const {
    if (!context_.comm->is_root()) {
        failure.log = context_.files.log();
        return;
    }
    context_.log->add_failure(
        fmt::format("error: {}\n{}", failure.what, fmt::join(failure.remarks, "\n")));
}

template <class P> std::string RunOutput<P>::reason_to_stop() const {
    if (!reason_.empty()) return reason_;
    if (!stopped_by_clock_) return "a signal asked the run to stop";
    if (simulation_->times().steps() > 0) return "the wall-time limit was reached";
    return fmt::format("run.wall_time = {:g} s was over before the first step, {:.3g} s after the "
                       "program was started: nothing was computed; give it more time",
                       *context_.config->run.wall_time, context_.start.age());
}

template <class P> std::vector<std::string> RunOutput<P>::remarks_on(const Failure& failure) const {
    constexpr double little = 16 << 20;
    const std::string folder = context_.files.folder.string();
    std::vector<std::string> remarks;
    if (failure.code == ExitCode::physics_error) {
        const std::string causes = suspicions_text(context_.parts->suspicions);
        if (!causes.empty()) remarks.push_back(causes);
    }
    const double left = free_space(folder);
    // Parallel HDF5 does not say why a file cannot be written.
    if (failure.code == ExitCode::environment_error && left >= 0 && left < little)
        remarks.push_back(fmt::format("the disk of {} has {} left", folder, size_text(left)));
    if (const std::optional<FoundCheckpoint> good = sealed_checkpoint_in(folder, last_checkpoint()))
        remarks.push_back(
            fmt::format("the last good checkpoint is of step {} in {}", good->step, folder));
    else if (last_checkpoint() >= 0)
        remarks.push_back(fmt::format("the checkpoint of step {} is no longer in {}, nor is an "
                                      "older one",
                                      last_checkpoint(), folder));
    return remarks;
}

template <class P> void RunOutput<P>::finish(bool stopped) {
    end_line();
    settle();
    writer_.flush();
    const Waiting waiting("closing files");
    for (const Entry& entry : entries_) entry.writer->finish();
    for (const Entry& entry : entries_) entry.writer->refresh();
    damage_.finish(stopped);
    write_progress(simulation_->progress().step, stopped ? RunState::stopped : RunState::finished,
                   stopped ? reason_to_stop() : "");
}

template <class P> void RunOutput<P>::fail(const std::string& message) {
    end_line();
    try {
        write_progress(simulation_->progress().step, RunState::failed, message);
    } catch (const EnvironmentError&) {
        // The failure that is being reported matters more than the file that would say so.
    }
}

template class RunOutput<MixedPrecision>;
template class RunOutput<DoublePrecision>;

} // namespace mdsim
