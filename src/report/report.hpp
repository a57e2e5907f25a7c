// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"
#include "engine/stage_settings.hpp"
#include "output/run_log.hpp"
#include "report/energy_drift.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Says on rank 0 and in the log what is allowed but may surprise, and leaves no warnings.
void report_warnings(std::vector<Diagnostic>& warnings, const Communicator& comm, RunLog& log);

/// The words before and after a run of these stages that writes into a folder, on rank 0 where it
/// is not quiet, and in its log.
class Report {
  public:
    Report(const std::vector<StageSettings>& stages, const std::filesystem::path& folder,
           const SystemParts& parts, const Communicator& comm, bool quiet, RunLog& log);

    /// What runs, on what; collective.
    template <class P> void begin(AnySimulation<P>& simulation, const char* precision) const;

    /// Speed, the share of each phase, memory, rebuilds and, where the last stage keeps it, the
    /// drift of energy; collective.
    template <class P>
    void end(const AnySimulation<P>& simulation, const EnergyDrift& drift, Step last_checkpoint,
             bool finished) const;

    /// Lines that the outputs add; nothing if empty.
    void add(std::string lines) const;

  private:
    void say(const std::string& text) const;
    template <class P> std::string gpus_text(AnySimulation<P>& simulation) const;

    const std::vector<StageSettings>* stages_;
    std::filesystem::path folder_;
    const SystemParts* parts_;
    const Communicator* comm_;
    RunLog* log_;
    bool silent_; ///< on all ranks
    bool quiet_;  ///< on this one
    std::chrono::steady_clock::time_point began_;
};

} // namespace mdsim
