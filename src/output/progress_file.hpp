// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.hpp"

namespace mdsim {

enum class RunState { running, finished, stopped, failed };

/// How far a run is.
struct Progress {
    RunState state = RunState::running;
    std::string stage; ///< name of the stage of the run that is under way
    Step step = 0;
    Step total_steps = 0;
    double steps_per_second = 0;         ///< over the recent past
    std::optional<double> seconds_left;  ///< until total_steps; none while not known
    double wall_seconds = 0;             ///< since this process began
    std::optional<Step> checkpoint_step; ///< of the last good checkpoint
    std::string checkpoint_path;
    std::string message; ///< why the run stopped or failed
};

/// Keeps a file like progress.json, which others may read at any time: it is always whole.
class ProgressFile {
  public:
    explicit ProgressFile(std::string path) : path_(std::move(path)) {}

    /// Replaces the content; throws EnvironmentError if that fails.
    void write(const Progress& progress) const;

  private:
    std::string path_;
};

/// The content of the file: a JSON object, numbers that are not known or not finite as null.
std::string progress_text(const Progress& progress);

} // namespace mdsim
