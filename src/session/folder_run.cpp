// SPDX-License-Identifier: BSD-3-Clause
#include "session/folder_run.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "forecast/disk_forecast.hpp"
#include "output/run_log.hpp"
#include "output/whole_files.hpp"
#include "report/failure.hpp"
#include "report/minimization_text.hpp"
#include "session/earlier_run.hpp"
#include "session/original_input.hpp"
#include "session/prepare_run.hpp"
#include "session/resume.hpp"
#include "session/run_stages.hpp"
#include "session/run_summary.hpp"
#include "session/watched_output.hpp"
#include "setup/make_simulation.hpp"

namespace mdsim {

namespace {

void warn_of_small_disk(const Config& config, const RunFiles& files, EarlierRun earlier,
                        SystemParts& parts) {
    const std::string warning = disk_warning(
        forecast_disk(config.stages, config, config.run.precision, parts.structure.box,
                      parts.structure.total, files.folder, bytes_taken_over(files, earlier)));
    if (!warning.empty()) parts.warnings.push_back({files.folder.string(), warning});
}

/// The same input, where what it wants to be served can be served.
const Config& servable(const Config& config) {
    expect_metrics_server(config.metrics);
    return config;
}

/// The words about this start of the program, first in the log.
void log_provenance(const Provenance& provenance, RunLog& log) {
    log.add(fmt::format("==== mdsim {} ====", full_version(provenance)));
    for (const auto& [name, word] : named_words(provenance))
        log.add(fmt::format("{}: {}", name, word));
}

/// None where the last stage keeps no energy.
template <class P>
std::optional<DriftPerAtom>
drift_of_last_stage(const std::vector<StageSettings>& stages, const SystemParts& parts,
                    const AnySimulation<P>& simulation, const RunOutput<P>& output) {
    MDSIM_EXPECT(simulation.progress().stage < stages.size());
    const StageSettings& stage = stages[simulation.progress().stage];
    if (!stage.keeps_energy()) return std::nullopt;
    return drift_per_atom(output.drift(), simulation.setup().domain.total_atoms, stage.time_step,
                          parts.units);
}

/// The output of a run that is to stop at once.
class StopHere final : public Observer {
  public:
    explicit StopHere(Observer& output) : output_(&output) {}
    StepNeeds needs(Step step) const override { return output_->needs(step); }
    Step next_need(Step step, Step end) const override { return output_->next_need(step, end); }
    void observe(const Observation& seen) override { output_->observe(seen); }
    Request request(Step) override { return Request::stop; }

  private:
    Observer* output_;
};

} // namespace

template <class P>
FolderRun<P>::FolderRun(const Config& config, const CommandLine& command, const StartTime& start,
                        const Communicator& comm, const MpiSession& session)
    : config_(servable(config)), comm_(&comm), busy_(command.quiet || !comm.is_root()),
      parts_(make_parts(config_, comm, busy_)),
      log_(comm.is_root()), context_{&config_,
                                     &parts_,
                                     &comm,
                                     {config_.output_directory()},
                                     {},
                                     {},
                                     start,
                                     &log_,
                                     command.quiet,
                                     comm.size() == 1 ||
                                         session.thread_level() == ThreadLevel::multiple,
                                     &metrics_} {
    const Provenance provenance = provenance_of(command, start, parts_.processor, comm);
    log_provenance(provenance, log_);
    metrics_ = serve_metrics(config_.metrics, parts_.processor, comm, log_);
    std::optional<CheckpointData<P>> resumed = take_folder(command);
    if (resumed) context_.history = resumed->history;
    context_.run_id = resumed ? resumed->run_id : new_run_id(comm);
    context_.history.push_back({provenance, resumed ? resumed->position.step : 0});
    record_beginning();
    try {
        begin(std::move(resumed));
    } catch (const std::exception& error) {
        log_.add_failure(fmt::format("error: {}", failure_of(error).what));
        throw;
    }
}

template <class P>
std::optional<CheckpointData<P>> FolderRun<P>::take_folder(const CommandLine& command) {
    const EarlierRun requested = earlier_run(command);
    warn_of_small_disk(config_, context_.files, requested, parts_);
    folder_ = prepare_folder({&config_, &config_, &config_.stages, config_.parallel.longest_wait},
                             context_.files, requested, *comm_);
    if (folder_.earlier != EarlierRun::continued) {
        busy_.begin("looking at the atoms of the start");
        add_start_warnings(config_, *comm_, parts_);
        busy_.end();
    }
    report_warnings(parts_.warnings, *comm_, log_); // now: memory may not suffice for what comes
    if (folder_.earlier != EarlierRun::continued) return std::nullopt;
    busy_.begin("reading the checkpoint");
    auto resumed = read_resumed<P>(config_.effective_text, Cadence(config_.stages, config_), parts_,
                                   context_.files, *comm_);
    busy_.end();
    return resumed;
}

/// Opens the log, and keeps the input as it is and as it was meant, once nothing speaks against the
/// run any more.
template <class P> void FolderRun<P>::record_beginning() const {
    const RunPart& part = context_.history.back();
    context_.log->add(fmt::format("part {} of run {}, from step {}", context_.history.size(),
                                  context_.run_id, part.first));
    do_on_root(*comm_, [&] {
        context_.log->open(context_.files.log());
        write_with_sum(context_.files.effective_input(), bytes_of(config_.effective_text),
                       Durability::process);
        keep_original_input(config_, context_.files);
    });
}

/// Makes the simulation and the output.
template <class P> void FolderRun<P>::begin(std::optional<CheckpointData<P>> resumed) {
    simulation_ = make_simulation<P>(parts_, *comm_);
    busy_.begin(fmt::format("sorting {} atoms into cells and lists", parts_.structure.total));
    place_atoms(config_, parts_, resumed, *simulation_);
    busy_.begin("opening the files of the run");
    output_ = std::make_unique<RunOutput<P>>(context_, *simulation_,
                                             resumed ? &resumed->outputs : nullptr);
    busy_.end();
    report_warnings(parts_.warnings, *comm_, log_);
}

template <class P> template <class Part> void FolderRun<P>::guarded(const Part& part) {
    try {
        part();
    } catch (const std::exception& error) {
        busy_.end();
        output_->fail(error.what());
        Failure failure = failure_of(error);
        failure.remarks = output_->remarks_on(failure);
        output_->log_failure(failure);
        // Other ranks may be gone: leaving the run would wait for them to end their files.
        if (failure.known != Known::in_order && comm_->size() > 1) tell(failure, *comm_);
        log_.add_failure(fmt::format("error: {}", failure.what));
        throw RemarkedFailure(std::move(failure));
    }
}

template <class P> bool FolderRun<P>::advance(Observer* watcher) {
    guarded([&] {
        begin_report();
        left_by_owner_ = false;
        if (watcher == nullptr) return run_stages_with(*output_);
        WatchedOutput both(*output_, *watcher, *comm_);
        run_stages_with(both, [&] { return both.stopped_by_watcher(); });
        left_by_owner_ = both.stopped_by_watcher();
    });
    return finished_;
}

template <class P> void FolderRun<P>::begin_report() {
    if (report_) return;
    report_.emplace(config_.stages, config_.output_directory(), parts_, *comm_, context_.quiet,
                    log_);
    report_->begin(*simulation_, P::name);
    report_->add(metrics_.text());
}

template <class P>
void FolderRun<P>::run_stages_with(Observer& observer, const std::function<bool()>& stays) {
    const auto tell = [&](const StageSettings& stage) {
        const RunProgress& at = simulation_->progress();
        if (stages_told_ > at.stage) return;
        stages_told_ = at.stage + 1;
        log_.add(fmt::format("\"{}\" ({}) from step {}, to step {}", stage.name,
                             enum_name(stage.ensemble), at.step, at.stage_first + stage.steps));
    };
    const auto after = [&](const StageSettings& stage) { report_minimization(stage); };
    finished_ = run_stages(config_.stages, *simulation_, observer, {tell, after, stays});
    output_->end_line();
}

template <class P> void FolderRun<P>::report_minimization(const StageSettings& stage) {
    const std::size_t index = simulation_->progress().stage;
    if (stage.ensemble != Ensemble::minimize || ends_told_ > index) return;
    ends_told_ = index + 1;
    output_->end_line();
    const MinimizationReport& found = simulation_->minimization();
    if (found.converged) return report_->add(minimization_text(stage, found, parts_.units));
    std::vector<Diagnostic> warnings{minimization_warning(index, stage, found, parts_)};
    report_warnings(warnings, *comm_, log_);
}

template <class P> void FolderRun<P>::keep() {
    guarded([&] {
        begin_report();
        if (left_by_owner_) leave_checkpoint();
        output_->wait_for_files();
    });
}

template <class P> ExitCode FolderRun<P>::end() {
    guarded([&] {
        begin_report();
        if (left_by_owner_) {
            output_->stop_because("it was ended by the script that led it");
            leave_checkpoint();
        }
        close();
    });
    return finished_ ? ExitCode::success : ExitCode::stopped;
}

template <class P> void FolderRun<P>::leave_checkpoint() {
    StopHere stop(*output_);
    run_stages_with(stop, [] { return true; });
}

template <class P> void FolderRun<P>::close() {
    busy_.begin("writing the last checkpoint and closing the files");
    output_->finish(!finished_);
    busy_.end();
    if (!finished_) {
        log_.add(output_->reason_to_stop());
        if (comm_->is_root() && simulation_->times().steps() == 0) say({output_->reason_to_stop()});
    }
    report_->end(*simulation_, output_->drift(), output_->last_checkpoint(), finished_);
    report_->add(output_->closing_text());
    std::vector<Diagnostic> warnings = output_->closing_warnings();
    report_warnings(warnings, *comm_, log_);
    write_run_summary(
        context_.files.summary(), *simulation_, parts_.processor, context_.history,
        {output_->earlier(), drift_of_last_stage(config_.stages, parts_, *simulation_, *output_)},
        *comm_);
    if (comm_->is_root()) log_.sync();
}

template class FolderRun<MixedPrecision>;
template class FolderRun<DoublePrecision>;

} // namespace mdsim
