// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/communicator.hpp"
#include "core/start_time.hpp"
#include "session/any_run.hpp"

namespace mdsim {

/// A run that writes no file: its atoms are all that there is of it. Sections of the input about
/// output have no effect.
template <class P> class MemoryRun final : public AnyRun<P> {
  public:
    /// Puts the atoms into their places; collective. `comm` outlives it. What may surprise is among
    /// the warnings of its parts. Throws InputError, PhysicsError or EnvironmentError.
    MemoryRun(const Config& config, const Communicator& comm);
    MemoryRun(const MemoryRun&) = delete;
    MemoryRun& operator=(const MemoryRun&) = delete;

    bool advance(Observer* watcher) override;
    ExitCode end() override { return finished_ ? ExitCode::success : ExitCode::stopped; }

    std::vector<Diagnostic> take_warnings() override { return std::exchange(warnings_, {}); }
    AnySimulation<P>& simulation() override { return *simulation_; }
    const Config& config() const override { return config_; }
    const SystemParts& parts() const override { return parts_; }

  private:
    StartTime start_;
    Config config_;
    const Communicator* comm_;
    SystemParts parts_;
    std::unique_ptr<AnySimulation<P>> simulation_;
    std::vector<Diagnostic> warnings_; ///< not taken yet
    bool finished_ = false;
};

} // namespace mdsim
