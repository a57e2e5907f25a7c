// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_simulation.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <utility>

#include "app/agreement.hpp"
#include "app/begun_stages.hpp"
#include "app/failure.hpp"
#include "app/given_by_files.hpp"
#include "app/gpu_memory.hpp"
#include "app/make_simulation.hpp"
#include "app/missing_ranks.hpp"
#include "app/report.hpp"
#include "app/run_output.hpp"
#include "app/run_summary.hpp"
#include "app/stop_signals.hpp"
#include "app/system_parts.hpp"
#include "cpu/simd/level.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

namespace {

/// Checks that a checkpoint belongs to this input, and brings the box to the one it was made with.
template <class P>
void fit_to_checkpoint(const CheckpointData<P>& data, const Config& config, SystemParts& parts) {
    check_fingerprint(data.fingerprint, physics_fingerprint(config.effective_text));
    if (data.total != parts.structure.total)
        throw InputError("--resume",
                         fmt::format("the checkpoint has {} atoms, the input describes {}",
                                     data.total, parts.structure.total));
    parts.structure.box.edges = data.edges;
    parts.structure.box.origin = data.origin;
}

/// Where the run goes on: stages that have not begun may have changed since, so the step decides.
template <class P> void place_in_stages(const Config& config, CheckpointData<P>& data) {
    Position& position = data.position;
    std::vector<Fault> faults =
        changes_of_begun_stages(data.input_text, config.effective_text, position.step);
    if (!faults.empty()) throw InputError(std::move(faults));
    const Cadence cadence(config);
    position.stage = cadence.stage_of(position.step);
    position.stage_first = cadence.first(position.stage);
    position.stage_time = cadence.start_time(position.stage);
}

template <class P>
std::optional<CheckpointData<P>> load_checkpoint(const RunContext& context,
                                                 const Communicator& comm) {
    std::string path;
    std::vector<std::string> refused;
    agree_on(comm, [&] {
        if (!comm.is_root()) return;
        const FoundCheckpoint found = find_checkpoint(context.files.folder.string());
        path = found.path;
        refused = found.refused;
    });
    path = comm.broadcast(path);
    for (const std::string& reason : refused)
        std::fprintf(stderr, "mdsim: warning: %s; going on from %s\n", reason.c_str(),
                     path.c_str());
    std::optional<CheckpointData<P>> data;
    agree_on(comm, [&] { data = read_checkpoint<P>(path, comm.rank(), comm.size()); });
    return data;
}

/// Runs the stages from where the simulation stands; returns whether all came to their end.
template <class P>
bool run_stages(const Config& config, AnySimulation<P>& simulation, RunOutput<P>& output) {
    for (;;) {
        const StageSettings& stage = config.stages[simulation.position().stage];
        if (!simulation.run(stage, output)) return false;
        if (simulation.position().stage + 1 == config.stages.size()) return true;
        simulation.next_stage(stage);
    }
}

template <class P>
ExitCode run_in(Config config, const CommandLine& command, const Communicator& comm,
                const MpiSession& session) {
    std::vector<Fault> notes;
    const Processor processor = choose_processor(
        {config.run.device, config.parallel.share_gpus, config.parallel.transport}, comm, notes);
    SystemParts parts = assemble_system(config, comm, processor);
    config.effective_text += given_by_files(config, parts);
    parts.notes.insert(parts.notes.end(), notes.begin(), notes.end());
    if (processor.gpu) check_gpu_memory(config, parts, comm);
    RunContext context{&config,
                       &parts,
                       &comm,
                       {config.output_directory()},
                       {},
                       command.quiet,
                       comm.size() == 1 || session.thread_level() == ThreadLevel::multiple};
    const EarlierRun earlier = command.resume      ? EarlierRun::continued
                               : command.overwrite ? EarlierRun::replaced
                                                   : EarlierRun::moved_aside;
    const FolderLock lock = prepare_folder(config, context.files, earlier, comm);
    std::optional<CheckpointData<P>> resumed;
    if (command.resume) {
        resumed = load_checkpoint<P>(context, comm);
        fit_to_checkpoint(*resumed, config, parts);
        place_in_stages(config, *resumed);
    }
    context.run_id = resumed ? resumed->run_id : new_run_id(comm);
    if (comm.is_root())
        write_atomically(context.files.effective_input(), bytes_of(config.effective_text),
                         Durability::process);
    const auto simulation = make_simulation<P>(config, parts, comm);
    if (resumed) {
        simulation->start(records_of(resumed->atoms), resumed->position);
    } else {
        simulation->start(make_records<P>(parts.structure));
        if (config.velocity.temperature)
            simulation->draw_velocities(*config.velocity.temperature,
                                        config.velocity.remove_drift.value_or(true));
    }
    RunOutput<P> output(context, *simulation, resumed ? &resumed->counts : nullptr);
    resumed.reset();
    const Report report(config, parts, comm, command.quiet);
    report.begin(*simulation, P::name);
    const StopSignals signals;
    try {
        const bool finished = run_stages(config, *simulation, output);
        output.finish(!finished);
        report.end(*simulation, output.drift(), output.last_checkpoint(), finished);
        write_run_summary((context.files.folder / "summary.json").string(), *simulation, processor,
                          comm);
        return finished ? ExitCode::success : ExitCode::stopped;
    } catch (const std::exception& error) {
        output.fail(error.what());
        if (comm.is_root() && output.last_checkpoint() >= 0)
            std::fprintf(stderr, "mdsim: the last good checkpoint is of step %lld in %s\n",
                         static_cast<long long>(output.last_checkpoint()),
                         context.files.folder.c_str());
        // Other ranks may be gone: leaving this scope would wait for them to end their files.
        const Failure failure = failure_of(error);
        if (!failure.on_all_ranks && comm.size() > 1) tell(failure, comm);
        throw;
    }
}

} // namespace

ExitCode run_simulation(const Config& config, const CommandLine& command, const Communicator& comm,
                        const MpiSession& session) {
    const auto watch = watch_for_missing_ranks(config.parallel.longest_wait, comm);
    const ExitCode code = config.run.precision == Precision::double_
                              ? run_in<DoublePrecision>(config, command, comm, session)
                              : run_in<MixedPrecision>(config, command, comm, session);
    comm.barrier(); // waits where the watch looks: it does not see how MPI ends
    return code;
}

} // namespace mdsim
