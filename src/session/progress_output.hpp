// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <string>

#include "core/ids.hpp"
#include "output/progress_file.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// How far a run is, as far as the run itself knows it.
struct RunStanding {
    RunState state = RunState::running;
    std::size_t stage = 0;
    Step step = 0;
    Step last_step = 0;
    double steps_per_second = 0;
    Step checkpoint = -1; ///< the last one that was written to its end; -1: none
    std::string message{};
};

/// Keeps progress.json up to date, on rank 0. Both the run and the writing thread may call it.
class ProgressOutput {
  public:
    explicit ProgressOutput(const RunContext& context) : context_(&context) {}

    /// Throws EnvironmentError where the file cannot be written.
    void write(const RunStanding& standing);

  private:
    void name_checkpoint(const RunStanding& standing, Progress& progress) const;

    const RunContext* context_;
    std::mutex mutex_;
};

} // namespace mdsim
