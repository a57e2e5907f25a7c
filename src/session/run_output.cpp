// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/size_text.hpp"
#include "core/wait_watch.hpp"
#include "machine/free_space.hpp"
#include "output/checkpoint_reader.hpp"
#include "report/report.hpp"
#include "session/rdf_table.hpp"
#include "session/stop_signals.hpp"
#include "session/thermo_columns.hpp"
#include "session/trajectory_setup.hpp"

namespace mdsim {

namespace {

constexpr double progress_seconds = 1;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

WriterThread::Mode writer_mode(const RunContext& context) {
    return context.threaded_output ? WriterThread::Mode::threaded : WriterThread::Mode::synchronous;
}

} // namespace

template <class P>
RunOutput<P>::RunOutput(const RunContext& context, AnySimulation<P>& simulation,
                        const RunCounts* resumed)
    : context_(context), simulation_(&simulation), cadence_(*context.config),
      console_({simulation.setup().domain.total_atoms, simulation.position().step, cadence_.last(),
                context.quiet || !context.comm->is_root()},
               context.parts->units),
      gather_(*context.comm),
      checkpoints_(context.files.folder.string(), context.config->checkpoint.keep, gather_),
      watch_(*context.parts), checkpoint_clock_(std::chrono::steady_clock::now()),
      progress_clock_(checkpoint_clock_), writer_(writer_mode(context)) {
    if (context.config->rdf)
        histogram_ = PairHistogram(context.config->rdf->range,
                                   static_cast<std::size_t>(context.config->rdf->bins),
                                   context.parts->species.size());
    open_trajectory(resumed);
    open_thermo(resumed);
    if (resumed == nullptr) return;
    check_earlier();
    frames_ = resumed->frames;
    thermo_rows_ = resumed->thermo_rows;
    rdf_samples_ = resumed->rdf_samples;
    if (context.comm->is_root() && resumed->rdf_counts.size() == histogram_.count.size())
        histogram_.count = resumed->rdf_counts;
    drift_stage_ = simulation.position().stage;
    drift_ = resumed->drift;
    const Step at = simulation.position().step;
    last_frame_ = last_thermo_ = last_rdf_ = last_checkpoint_ = at;
    good_checkpoint_ = at;
}

template <class P> RunOutput<P>::~RunOutput() = default;

template <class P> void RunOutput<P>::open_trajectory(const RunCounts* resumed) {
    if (cadence_.frames() == 0) return;
    const Waiting waiting("opening files");
    const H5mdSetup setup = trajectory_setup(*context_.config, *context_.parts, context_.files,
                                             context_.run_id, context_.history.back().provenance);
    if (resumed != nullptr && resumed->frames > 0) {
        trajectory_.emplace(
            H5mdWriter::resume(setup, {simulation_->position().step, resumed->frames}, gather_));
        return;
    }
    const AtomProperties properties = atom_properties(*context_.parts, *context_.comm);
    trajectory_.emplace(H5mdWriter::create(setup, properties.view(), gather_));
}

template <class P> void RunOutput<P>::open_thermo(const RunCounts* resumed) {
    if (cadence_.thermo_rows() == 0) return;
    const ThermoSetup setup = thermo_setup(*context_.config, context_.parts->units, context_.files,
                                           context_.run_id, context_.history.back().provenance);
    gather_.on_root([&] {
        if (resumed != nullptr && resumed->thermo_rows > 0)
            thermo_.emplace(
                ThermoWriter::resume(setup, {simulation_->position().step, resumed->thermo_rows}));
        else
            thermo_.emplace(ThermoWriter::create(setup));
    });
}

template <class P> void RunOutput<P>::check_earlier() {
    if (!context_.comm->is_root()) return;
    std::vector<EarlierRows> earlier;
    if (trajectory_) earlier.push_back(trajectory_->take_earlier());
    if (thermo_)
        for (EarlierRows& rows : thermo_->take_earlier()) earlier.push_back(std::move(rows));
    earlier_.begin(std::move(earlier));
    for (const std::string& path : earlier_.findings().without_sums)
        warn(fmt::format(
            "{}: it has no checksums of this run, so earlier rows cannot be checked: an "
            "earlier version wrote it, or {} was removed",
            path, sums_path(path)));
    tell_damage();
}

template <class P> void RunOutput<P>::tell_damage() {
    constexpr std::size_t most = 20;
    for (const Damage& damage : earlier_.take_news()) {
        if (++damage_told_ <= most)
            warn(fmt::format(
                "{}: damaged since it was written: {}; the run goes on, and mdsim check "
                "{} lists all damage",
                damage.file, damage.what, context_.files.folder.string()));
        if (damage_told_ == most + 1) warn("there is more damage, which summary.json will list");
    }
}

template <class P> void RunOutput<P>::warn(const std::string& text) {
    console_.finish();
    say({"warning: " + text});
    context_.log->add("warning: " + text);
}

template <class P> const StageSettings& RunOutput<P>::stage() const {
    return context_.config->stages[simulation_->position().stage];
}

template <class P> Wish RunOutput<P>::wish(Step step) const {
    Wish wish;
    wish.state = cadence_.frame(step) || cadence_.checkpoint(step) || cadence_.rdf(step);
    wish.energy = cadence_.thermo(step) || (cadence_.frame(step) && trajectory_.has_value());
    return wish;
}

template <class P> void RunOutput<P>::observe(const Observation& seen) {
    const Step step = seen.step;
    if (simulation_->position().stage != drift_stage_) {
        drift_stage_ = simulation_->position().stage;
        drift_ = {};
    }
    if (seen.wish.energy || seen.stage_ends || seen.granted == Request::stop) {
        console_.show(seen.thermo);
    }
    // Not where a stage or a part of the run ends: a run that is cut elsewhere has other ends.
    if (seen.wish.energy) drift_.add(step, seen.thermo.conserved(), seen.thermo.temperature);
    if (cadence_.thermo(step) && step > last_thermo_) write_thermo(seen.thermo);
    if (cadence_.frame(step) && step > last_frame_ && trajectory_) write_frame(seen);
    if (cadence_.rdf(step) && step > last_rdf_) sample_distances();
    // A device shows steps of which energies alone were wished when its atoms have moved on.
    const bool at_hand = seen.wish.state || !context_.parts->processor.gpu;
    if (watch_.wants_near_pairs() && seen.wish.energy && at_hand) sample_near_pairs(step);
    const bool asked = seen.granted != Request::none || cadence_.checkpoint(step);
    const bool last = seen.stage_ends && step == cadence_.last();
    if ((asked || last) && (step > last_checkpoint_ || last)) write_checkpoint_now(step);
}

template <class P> void RunOutput<P>::write_thermo(const Thermo& thermo) {
    last_thermo_ = thermo.step;
    ++thermo_rows_;
    if (!thermo_) return;
    auto values = thermo_values(*context_.config, context_.parts->units, thermo);
    submit([this, thermo, values = std::move(values)] {
        thermo_->append(thermo.step, thermo.time, values);
    });
}

template <class P> void RunOutput<P>::write_frame(const Observation& seen) {
    last_frame_ = seen.step;
    ++frames_;
    const std::shared_ptr<FrameBlock> block = blocks_.lend();
    block->edges = simulation_->setup().domain.box.edges;
    block->origin = simulation_->setup().domain.box.origin;
    fill_frame(*simulation_->table(), frame_wish(*context_.config, context_.parts->units), *block);
    auto observables = trajectory_observables(context_.parts->units, seen.thermo);
    const double time = simulation_->time(stage());
    submit([this, block, observables = std::move(observables), time, step = seen.step] {
        trajectory_->append({step, time, block->edges, block->block, block->position.span(),
                             block->velocity.span(), block->force.span(), block->image.span(),
                             observables});
    });
}

template <class P> void RunOutput<P>::sample_distances() {
    last_rdf_ = simulation_->position().step;
    ++rdf_samples_;
    PairHistogram sample = histogram_.empty_copy();
    simulation_->count_distances(sample);
    context_.comm->sum(std::span<std::int64_t>(sample.count));
    if (context_.comm->is_root()) histogram_.merge(sample);
}

template <class P> void RunOutput<P>::sample_near_pairs(Step step) {
    PairHistogram sample = watch_.near_pairs();
    simulation_->count_distances(sample);
    context_.comm->sum(std::span<std::int64_t>(sample.count));
    if (context_.comm->is_root()) tell_now(watch_.take(sample, step));
}

template <class P> void RunOutput<P>::tell_now(const std::optional<Fault>& note) {
    if (!note) return;
    console_.finish();
    std::vector<Fault> notes{*note};
    tell_notes(notes, *context_.comm, *context_.log);
}

template <class P> std::vector<Fault> RunOutput<P>::closing_notes() const {
    if (!context_.comm->is_root()) return {};
    const bool conserves = stage().ensemble != Ensemble::langevin && !stage().temperature_end;
    return watch_.closing_notes(conserves ? drift_ : EnergyDrift(),
                                simulation_->setup().domain.total_atoms);
}

template <class P> void RunOutput<P>::write_distances() {
    if (rdf_samples_ > 0 && context_.comm->is_root())
        write_rdf(context_.files.rdf(), histogram_, rdf_samples_, *context_.parts);
}

template <class P> RunCounts RunOutput<P>::counts() const {
    return {frames_, thermo_rows_, rdf_samples_, histogram_.count, drift_};
}

template <class P> void RunOutput<P>::write_checkpoint_now(Step step) {
    const std::shared_ptr<CheckpointData<P>> data = checkpoint_data_.lend();
    fill_checkpoint(*simulation_->table(), data->atoms);
    data->position = simulation_->position();
    data->counts = counts();
    data->edges = simulation_->setup().domain.box.edges;
    data->origin = simulation_->setup().domain.box.origin;
    data->run_id = context_.run_id;
    data->history = context_.history;
    data->fingerprint = physics_fingerprint(context_.config->effective_text);
    data->input_text = context_.config->effective_text;
    data->species.clear();
    for (const Species& s : context_.parts->species) data->species.push_back(s.name);
    data->total = simulation_->setup().domain.total_atoms;
    data->labels = context_.parts->structure.labels;
    data->largest_tile = simulation_->lists().largest_tile;
    last_checkpoint_ = step;
    checkpoint_clock_ = std::chrono::steady_clock::now();
    write_distances();
    submit([this, data] {
        if (trajectory_) trajectory_->commit();
        if (thermo_) thermo_->commit();
        write_checkpoint(*data, checkpoints_);
        good_checkpoint_ = data->position.step;
        context_.log->add(fmt::format("checkpoint of step {}", data->position.step));
    });
}

template <class P> Request RunOutput<P>::request(Step step) {
    console_.tick(step, stage().name, stage().time_step);
    if (!context_.comm->is_root())
        return StopSignals::received() != 0 ? Request::stop : Request::none;
    if (seconds_since(progress_clock_) > progress_seconds) {
        progress_clock_ = std::chrono::steady_clock::now();
        write_progress(step, RunState::running, {});
        tell_now(watch_.look_at_cores());
        tell_damage();
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
    if (!context_.comm->is_root()) return;
    const std::lock_guard alone(progress_mutex_);
    Progress progress;
    progress.state = state;
    const std::size_t index =
        std::min(simulation_->position().stage, context_.config->stages.size() - 1);
    progress.stage = context_.config->stages[index].name;
    progress.step = step;
    progress.total_steps = cadence_.last();
    progress.steps_per_second = console_.pace().steps_per_second;
    const auto left = static_cast<double>(cadence_.last() - step);
    if (left == 0)
        progress.seconds_left = 0;
    else if (progress.steps_per_second > 0)
        progress.seconds_left = left / progress.steps_per_second;
    progress.wall_seconds = context_.start.age();
    const std::string folder = context_.files.folder.string();
    if (state == RunState::failed) {
        if (const std::optional<FoundCheckpoint> good =
                sealed_checkpoint_in(folder, last_checkpoint())) {
            progress.checkpoint_step = good->step;
            progress.checkpoint_path = good->path;
        }
    } else if (last_checkpoint() >= 0) {
        progress.checkpoint_step = last_checkpoint();
        progress.checkpoint_path = checkpoint_path(folder, 0);
    }
    progress.message = message;
    ProgressFile(context_.files.progress()).write(progress);
}

template <class P> void RunOutput<P>::submit(std::function<void()> job) {
    writer_.submit([this, job = std::move(job)] {
        try {
            job();
        } catch (const std::exception& error) {
            // The thread of the run would not see it if it waits for a rank whose writer waits for
            // this one.
            if (context_.threaded_output && context_.comm->size() > 1) end_all(error);
            throw;
        }
    });
}

template <class P> void RunOutput<P>::end_all(const std::exception& error) {
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
    if (failure.code == ExitCode::physics_fault) {
        const std::string causes = suspicions_text(context_.parts->suspicions);
        if (!causes.empty()) remarks.push_back(causes);
    }
    const double left = free_space(folder);
    // Parallel HDF5 does not tell why a file cannot be written.
    if (failure.code == ExitCode::environment_fault && left >= 0 && left < little)
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
    writer_.flush();
    const Waiting waiting("closing files");
    if (trajectory_) trajectory_->finish();
    if (thermo_) thermo_->finish();
    write_distances();
    stopped ? earlier_.stop() : earlier_.finish();
    tell_damage();
    write_progress(simulation_->position().step, stopped ? RunState::stopped : RunState::finished,
                   stopped ? reason_to_stop() : "");
}

template <class P> void RunOutput<P>::fail(const std::string& message) {
    end_line();
    try {
        write_progress(simulation_->position().step, RunState::failed, message);
    } catch (const EnvironmentError&) {
        // The failure that is being reported matters more than the file that would say so.
    }
}

template class RunOutput<MixedPrecision>;
template class RunOutput<DoublePrecision>;

} // namespace mdsim
