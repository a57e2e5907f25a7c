// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/cadence.hpp"
#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "output/checkpoint_file.hpp"
#include "output/spares.hpp"
#include "output/writer_thread.hpp"
#include "report/console.hpp"
#include "report/energy_drift.hpp"
#include "report/failure.hpp"
#include "session/checkpoint_state.hpp"
#include "session/damage_report.hpp"
#include "session/mpi_block_gather.hpp"
#include "session/readings_output.hpp"
#include "session/run_context.hpp"
#include "session/run_watch.hpp"
#include "session/writers/run_writer.hpp"

namespace mdsim {

/// All output of a run: its writers, checkpoints, progress and what is said while it goes on.
///
/// What is written is gathered at once and handed to a writer thread, so the run goes on meanwhile.
template <class P> class RunOutput final : public Observer {
  public:
    /// Starts new files, or goes on with those that belong to a checkpoint.
    RunOutput(const RunContext& context, AnySimulation<P>& simulation, const OutputState* resumed);
    ~RunOutput() override;

    StepNeeds needs(Step step) const override;
    Step next_need(Step step, Step end) const override;
    void observe(const Observation& seen) override;
    Request request(Step step) override;

    /// Ends the line of progress.
    void end_line() { console_.finish(); }

    /// Returns when all that was handed to the writer is in its files, on this rank.
    void wait_for_files() { writer_.flush(); }

    /// Waits for the writer, closes all files and says how the run ended.
    void finish(bool stopped);

    /// Leaves word of a failure for those who watch the run.
    void fail(const std::string& message);

    /// What helps to go on after a failure.
    std::vector<std::string> remarks_on(const Failure& failure) const;

    /// What is known of the output of earlier parts of the run, on rank 0.
    EarlierFindings earlier() const { return damage_.findings(); }

    const Cadence& cadence() const { return cadence_; }
    /// Of the stage in hand.
    const EnergyDrift& drift() const { return drift_; }
    /// What is to be said at the end, on rank 0: pairs inside of tables, drift, cores.
    std::vector<Diagnostic> closing_warnings() const;
    /// What the outputs say at the end, in whole lines.
    std::string closing_text() const;
    /// The last checkpoint that is written to its end; -1 if there is none.
    Step last_checkpoint() const { return good_checkpoint_; }
    /// Why the run stopped before its end: as was said, or the limit of time, or a signal.
    std::string reason_to_stop() const;
    void stop_because(std::string reason) { reason_ = std::move(reason); }
    /// The words about a failure for the log, or the file that takes them where another rank keeps
    /// it.
    void log_failure(Failure& failure) const;

  private:
    /// A writer, and the last step that it took.
    struct Entry {
        std::unique_ptr<RunWriter<P>> writer;
        Step last = -1;
    };

    void begin_writers(const OutputState* resumed);
    /// Goes on from the step where the run stands.
    void go_on(const OutputState& resumed);
    void warn(const std::string& text);
    void tell_now(const std::optional<Diagnostic>& warning);
    /// Takes in what was worked out of samples while the run went on.
    void settle();
    void take_drift(const Thermo& thermo);
    void sample_near_pairs(Step step);
    void write_checkpoint_now(Step step);
    OutputState state_of_outputs() const;
    /// Ends all ranks where a job of this one failed in the thread that writes. The thread of the
    /// run would not see it if it waits for a rank whose writer waits for this one.
    void end_all(const std::exception& error);
    void write_progress(Step step, RunState state, const std::string& message);
    const StageSettings& stage() const;
    /// The drift where the stage in hand conserves an energy; otherwise one without samples.
    const EnergyDrift& meaningful_drift() const;

    RunContext context_;
    AnySimulation<P>* simulation_;
    Cadence cadence_;
    Console console_;
    MpiBlockGather gather_;
    MeasuredAtoms<P> measured_;
    std::vector<Entry> entries_;
    CheckpointWriter checkpoints_;
    Spares<CheckpointData<P>> checkpoint_data_;
    Step last_checkpoint_ = -1;
    std::atomic<Step> good_checkpoint_ = -1; ///< of those, what the writer has done with
    RunWatch watch_;
    EnergyDrift drift_; ///< of the stage in hand
    std::size_t drift_stage_ = 0;
    std::chrono::steady_clock::time_point checkpoint_clock_;
    std::chrono::steady_clock::time_point progress_clock_;
    bool stopped_by_clock_ = false;
    std::string reason_; ///< empty unless somebody said one
    ReadingsOutput readings_;
    DamageReport damage_;
    WriterThread writer_; ///< last, so that its jobs end before what they use
};

} // namespace mdsim
