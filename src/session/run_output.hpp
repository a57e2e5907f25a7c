// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "config/cadence.hpp"
#include "config/config.hpp"
#include "core/start_time.hpp"
#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "ops/pair_histogram.hpp"
#include "output/checkpoint_file.hpp"
#include "output/h5md_writer.hpp"
#include "output/progress_file.hpp"
#include "output/run_log.hpp"
#include "output/spares.hpp"
#include "output/thermo_writer.hpp"
#include "output/writer_thread.hpp"
#include "report/console.hpp"
#include "report/energy_drift.hpp"
#include "report/failure.hpp"
#include "session/checkpoint_state.hpp"
#include "session/earlier_check.hpp"
#include "session/mpi_block_gather.hpp"
#include "session/run_files.hpp"
#include "session/run_parts.hpp"
#include "session/run_watch.hpp"
#include "session/state_blocks.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What output needs to know of a run.
struct RunContext {
    const Config* config = nullptr;
    const SystemParts* parts = nullptr;
    const Communicator* comm = nullptr;
    RunFiles files;
    std::string run_id;
    std::vector<RunPart> history; ///< the parts of the run, this one last
    StartTime start;
    RunLog* log = nullptr; ///< takes lines on all ranks, and keeps those of rank 0
    bool quiet = false;
    bool threaded_output = true; ///< MPI may be called by several threads, or there is one rank
};

/// All output of a run: frames, thermodynamics, distances, checkpoints, progress.
///
/// What is written is gathered at once and handed to a writer thread, so the run goes on meanwhile.
template <class P> class RunOutput final : public Observer {
  public:
    /// Starts new files, or goes on with those that belong to a checkpoint.
    RunOutput(const RunContext& context, AnySimulation<P>& simulation, const RunCounts* resumed);
    ~RunOutput() override;

    Wish wish(Step step) const override;
    void observe(const Observation& seen) override;
    Request request(Step step) override;

    /// Ends the line of progress.
    void end_line() { console_.finish(); }

    /// Waits for the writer, closes all files and says how the run ended.
    void finish(bool stopped);

    /// Leaves word of a failure for those who watch the run.
    void fail(const std::string& message);

    /// What helps to go on after a failure.
    std::vector<std::string> remarks_on(const Failure& failure) const;

    /// What is known of the output of earlier parts of the run, on rank 0.
    EarlierFindings earlier() const { return earlier_.findings(); }

    const Cadence& cadence() const { return cadence_; }
    /// Of the stage in hand.
    const EnergyDrift& drift() const { return drift_; }
    /// What is to be said at the end, on rank 0: pairs inside of tables, drift, cores.
    std::vector<Fault> closing_notes() const;
    /// The last checkpoint that is written to its end; -1 if there is none.
    Step last_checkpoint() const { return good_checkpoint_; }
    /// Why the run stopped before its end.
    std::string reason_to_stop() const;
    /// The words about a failure for the log, or the file that takes them where another rank keeps
    /// it.
    void log_failure(Failure& failure) const;

  private:
    /// Says which earlier rows were found damaged since this was last called.
    void tell_damage();
    void warn(const std::string& text);
    /// Begins to look through what earlier parts of the run wrote.
    void check_earlier();
    void open_trajectory(const RunCounts* resumed);
    void open_thermo(const RunCounts* resumed);
    void write_frame(const Observation& seen);
    void write_thermo(const Thermo& thermo);
    void sample_distances();
    void write_distances();
    void sample_near_pairs(Step step);
    void tell_now(const std::optional<Fault>& note);
    void write_checkpoint_now(Step step);
    /// Hands a job to the writer. Where it fails in a thread of its own, this rank ends all.
    void submit(std::function<void()> job);
    void end_all(const std::exception& error);
    void write_progress(Step step, RunState state, const std::string& message);
    RunCounts counts() const;
    const StageSettings& stage() const;

    RunContext context_;
    AnySimulation<P>* simulation_;
    Cadence cadence_;
    Console console_;
    MpiBlockGather gather_;
    std::optional<H5mdWriter> trajectory_;
    std::optional<ThermoWriter> thermo_;
    CheckpointWriter checkpoints_;
    Spares<FrameBlock> blocks_;
    Spares<CheckpointData<P>> checkpoint_data_;
    PairHistogram histogram_;
    std::int64_t rdf_samples_ = 0;
    std::int64_t frames_ = 0;
    std::int64_t thermo_rows_ = 0;
    Step last_frame_ = -1;
    Step last_thermo_ = -1;
    Step last_rdf_ = -1;
    Step last_checkpoint_ = -1;
    std::atomic<Step> good_checkpoint_ = -1; ///< of those, what the writer has done with
    RunWatch watch_;
    EnergyDrift drift_; ///< of the stage in hand
    std::size_t drift_stage_ = 0;
    std::chrono::steady_clock::time_point checkpoint_clock_;
    std::chrono::steady_clock::time_point progress_clock_;
    bool stopped_by_clock_ = false;
    std::mutex progress_mutex_;
    EarlierCheck earlier_;
    std::size_t damage_told_ = 0;
    WriterThread writer_; ///< last, so that its jobs end before what they use
};

} // namespace mdsim
