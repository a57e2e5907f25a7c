// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "config/command_line.hpp"
#include "core/communicator.hpp"
#include "core/start_time.hpp"
#include "report/busy_line.hpp"
#include "report/report.hpp"
#include "session/any_run.hpp"
#include "session/metrics_service.hpp"
#include "session/run_context.hpp"
#include "session/run_files.hpp"
#include "session/run_output.hpp"

namespace mdsim {

/// A run that writes the files of its folder, from its start or from a checkpoint on.
template <class P> class FolderRun final : public AnyRun<P> {
  public:
    /// Takes the folder, and puts the atoms into their places; collective. `comm` and `session`
    /// outlive it. Throws InputError, PhysicsError or EnvironmentError.
    FolderRun(const Config& config, const CommandLine& command, const StartTime& start,
              const Communicator& comm, const MpiSession& session);
    FolderRun(const FolderRun&) = delete;
    FolderRun& operator=(const FolderRun&) = delete;

    bool advance(Observer* watcher) override;
    void keep() override;
    ExitCode end() override;

    AnySimulation<P>& simulation() override { return *simulation_; }
    const Config& config() const override { return config_; }
    const SystemParts& parts() const override { return parts_; }

  private:
    /// Prepares the folder; returns the checkpoint to go on from, if there is one.
    std::optional<CheckpointData<P>> take_folder(const CommandLine& command);
    void record_beginning() const;
    void begin(std::optional<CheckpointData<P>> resumed);
    void begin_report();
    /// Reports what ended a stage that minimized.
    void report_minimization(const StageSettings& stage);
    void run_stages_with(
        Observer& observer, const std::function<bool()>& stays = [] { return false; });
    /// Of the step in hand, which a watcher chose.
    void leave_checkpoint();
    void close();
    /// Does a part of the run; where it fails, tells those who watch the run.
    template <class Part> void guarded(const Part& part);

    Config config_;
    const Communicator* comm_;
    BusyLine busy_;
    SystemParts parts_;
    RunLog log_;
    MetricsService metrics_;
    RunContext context_;
    PreparedFolder folder_;
    std::unique_ptr<AnySimulation<P>> simulation_;
    std::unique_ptr<RunOutput<P>> output_;
    std::optional<Report> report_; ///< of this part, once it has begun
    std::size_t stages_told_ = 0;  ///< of which the log knows
    std::size_t ends_told_ = 0;    ///< how many stages' ends the log knows
    bool left_by_owner_ = true;    ///< who may leave it where no checkpoint was due
    bool finished_ = false;
};

} // namespace mdsim
