// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_simulation.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "cpu/simd/level.hpp"
#include "forecast/disk_forecast.hpp"
#include "forecast/gpu_memory.hpp"
#include "forecast/host_forecast.hpp"
#include "output/run_log.hpp"
#include "output/whole_files.hpp"
#include "report/busy_line.hpp"
#include "report/failure.hpp"
#include "report/report.hpp"
#include "session/earlier_run.hpp"
#include "session/missing_ranks.hpp"
#include "session/original_input.hpp"
#include "session/resume.hpp"
#include "session/run_output.hpp"
#include "session/run_summary.hpp"
#include "session/stop_signals.hpp"
#include "setup/check_start.hpp"
#include "setup/given_by_files.hpp"
#include "setup/make_simulation.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

namespace {

/// Runs the stages from where the simulation stands; returns whether all came to their end.
template <class P>
bool run_stages(const std::vector<StageSettings>& stages, AnySimulation<P>& simulation,
                RunOutput<P>& output, RunLog& log) {
    for (;;) {
        MDSIM_EXPECT(simulation.progress().stage < stages.size());
        const StageSettings& stage = stages[simulation.progress().stage];
        log.add(fmt::format("\"{}\" ({}) from step {}, to step {}", stage.name,
                            enum_name(stage.ensemble), simulation.progress().step,
                            simulation.progress().stage_first + stage.steps));
        if (!simulation.run(stage, output)) return false;
        if (simulation.progress().stage + 1 == stages.size()) return true;
        simulation.next_stage(stage);
    }
}

void warn_of_small_disk(const Config& config, const RunFiles& files, EarlierRun earlier,
                        SystemParts& parts) {
    const std::string warning = disk_warning(
        forecast_disk(config.stages, config, config.run.precision, parts.structure.box,
                      parts.structure.total, files.folder, bytes_taken_over(files, earlier)));
    if (!warning.empty()) parts.warnings.push_back({files.folder.string(), warning});
}

/// Adds what the atoms of a start show, which may also explain a failure.
void add_start_warnings(const Config& config, const Communicator& comm, SystemParts& parts) {
    const StartReport start = look_at_start(config, config, parts, comm);
    parts.warnings.insert(parts.warnings.end(), start.warnings.begin(), start.warnings.end());
    parts.suspicions.insert(parts.suspicions.end(), start.warnings.begin(), start.warnings.end());
    parts.begins_below_tables = start.below_tables;
}

/// Puts the atoms into their places, of the checkpoint where there is one.
template <class P>
void start(const MotionSections& motion, const SystemParts& parts,
           const std::optional<CheckpointData<P>>& resumed, AnySimulation<P>& simulation) {
    if (resumed) {
        simulation.start(records_of(resumed->atoms), resumed->position);
        return;
    }
    simulation.start(make_records<P>(parts.structure));
    if (motion.velocity.temperature)
        simulation.draw_velocities(*motion.velocity.temperature,
                                   motion.velocity.remove_drift.value_or(true),
                                   motion.stages.front().ensemble);
}

/// The words about this start of the program, first in the log.
void log_provenance(const Provenance& provenance, RunLog& log) {
    log.add(fmt::format("==== mdsim {} ====", full_version(provenance)));
    for (const auto& [name, word] : named_words(provenance))
        log.add(fmt::format("{}: {}", name, word));
}

/// Opens the log, and keeps the input as it is and as it was meant, once nothing speaks against the
/// run any more.
void record_beginning(const InputText& input, const RunContext& context) {
    const RunPart& part = context.history.back();
    context.log->add(fmt::format("part {} of run {}, from step {}", context.history.size(),
                                 context.run_id, part.first));
    do_on_root(*context.comm, [&] {
        context.log->open(context.files.log());
        write_with_sum(context.files.effective_input(), bytes_of(input.effective_text),
                       Durability::process);
        keep_original_input(input, context.files);
    });
}

/// None where the last stage conserves no energy.
template <class P>
std::optional<DriftPerAtom>
drift_of_last_stage(const std::vector<StageSettings>& stages, const RunContext& context,
                    const AnySimulation<P>& simulation, const RunOutput<P>& output) {
    MDSIM_EXPECT(simulation.progress().stage < stages.size());
    const StageSettings& stage = stages[simulation.progress().stage];
    if (stage.ensemble == Ensemble::langevin) return std::nullopt;
    return drift_per_atom(output.drift(), simulation.setup().domain.total_atoms, stage.time_step,
                          context.parts->units);
}

/// Runs to the end or to a stop, and reports it.
template <class P>
ExitCode run_to_end(const Config& config, const RunContext& context, AnySimulation<P>& simulation,
                    RunOutput<P>& output, BusyLine& busy) {
    const Communicator& comm = *context.comm;
    const Report report(config.stages, config.output_directory(), *context.parts, comm,
                        context.quiet, *context.log);
    const StopSignals signals;
    try {
        report.begin(simulation, P::name);
        const bool finished = run_stages(config.stages, simulation, output, *context.log);
        output.end_line();
        busy.begin("writing the last checkpoint and closing the files");
        output.finish(!finished);
        busy.end();
        if (!finished) {
            context.log->add(output.reason_to_stop());
            if (comm.is_root() && simulation.times().steps() == 0) say({output.reason_to_stop()});
        }
        report.end(simulation, output.drift(), output.last_checkpoint(), finished);
        report.add(output.closing_text());
        std::vector<Diagnostic> warnings = output.closing_warnings();
        report_warnings(warnings, comm, *context.log);
        write_run_summary(
            context.files.summary(), simulation, context.parts->processor, context.history,
            {output.earlier(), drift_of_last_stage(config.stages, context, simulation, output)},
            comm);
        if (comm.is_root()) context.log->sync();
        return finished ? ExitCode::success : ExitCode::stopped;
    } catch (const std::exception& error) {
        busy.end();
        output.fail(error.what());
        Failure failure = failure_of(error);
        failure.remarks = output.remarks_on(failure);
        output.log_failure(failure);
        // Other ranks may be gone: leaving this scope would wait for them to end their files.
        if (failure.known != Known::in_order && comm.size() > 1) tell(failure, comm);
        throw RemarkedFailure(std::move(failure));
    }
}

/// Makes the simulation of a run whose folder is ready, and runs it.
template <class P>
ExitCode run_in_folder(const Config& config, RunContext& context, SystemParts& parts,
                       std::optional<CheckpointData<P>> resumed, BusyLine& busy) {
    const auto simulation = make_simulation<P>(parts, *context.comm);
    busy.begin(fmt::format("sorting {} atoms into cells and lists", parts.structure.total));
    start(config, parts, resumed, *simulation);
    busy.begin("opening the files of the run");
    RunOutput<P> output(context, *simulation, resumed ? &resumed->outputs : nullptr);
    resumed.reset();
    busy.end();
    report_warnings(parts.warnings, *context.comm, *context.log);
    return run_to_end(config, context, *simulation, output, busy);
}

/// The system, fitted to the machine that is to compute it.
SystemParts make_parts(Config& config, const Communicator& comm, BusyLine& busy) {
    std::vector<Diagnostic> warnings;
    const Processor processor = choose_processor(
        {config.run.device, config.parallel.share_gpus, config.parallel.transport}, comm, warnings);
    busy.begin("reading or building the system");
    SystemParts parts = assemble_system(config, comm, processor);
    busy.end();
    config.effective_text += given_by_files(config, parts);
    parts.warnings.insert(parts.warnings.end(), warnings.begin(), warnings.end());
    check_host_memory(parts, comm);
    if (processor.gpu) check_gpu_memory(parts, comm);
    return parts;
}

template <class P>
ExitCode run_in(Config config, const CommandLine& command, const StartTime& start_time,
                const Communicator& comm, const MpiSession& session) {
    BusyLine busy(command.quiet || !comm.is_root());
    SystemParts parts = make_parts(config, comm, busy);
    RunLog log(comm.is_root());
    const Provenance provenance = provenance_of(command, start_time, parts.processor, comm);
    log_provenance(provenance, log);
    RunContext context{&config,
                       &parts,
                       &comm,
                       {config.output_directory()},
                       {},
                       {},
                       start_time,
                       &log,
                       command.quiet,
                       comm.size() == 1 || session.thread_level() == ThreadLevel::multiple};
    const EarlierRun requested = earlier_run(command);
    warn_of_small_disk(config, context.files, requested, parts);
    const PreparedFolder folder =
        prepare_folder({&config, &config, &config.stages, config.parallel.longest_wait},
                       context.files, requested, comm);
    if (folder.earlier != EarlierRun::continued) {
        busy.begin("looking at the atoms of the start");
        add_start_warnings(config, comm, parts);
        busy.end();
    }
    report_warnings(parts.warnings, comm, log); // now: memory may not suffice for what comes
    std::optional<CheckpointData<P>> resumed;
    if (folder.earlier == EarlierRun::continued) {
        busy.begin("reading the checkpoint");
        resumed = read_resumed<P>(config.effective_text, Cadence(config.stages, config), parts,
                                  context.files, comm);
        busy.end();
        context.history = resumed->history;
    }
    context.run_id = resumed ? resumed->run_id : new_run_id(comm);
    context.history.push_back({provenance, resumed ? resumed->position.step : 0});
    record_beginning(config, context);
    try {
        return run_in_folder(config, context, parts, std::move(resumed), busy);
    } catch (const std::exception& error) {
        log.add_failure(fmt::format("error: {}", failure_of(error).what));
        throw;
    }
}

} // namespace

ExitCode run_simulation(const Config& config, const CommandLine& command, const StartTime& start,
                        const Communicator& comm, const MpiSession& session) {
    const auto watch = watch_for_missing_ranks(config.parallel.longest_wait, comm);
    const ExitCode code = config.run.precision == Precision::double_
                              ? run_in<DoublePrecision>(config, command, start, comm, session)
                              : run_in<MixedPrecision>(config, command, start, comm, session);
    comm.barrier(); // waits where the watch looks: it does not see how MPI ends
    return code;
}

} // namespace mdsim
