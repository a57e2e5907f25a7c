// SPDX-License-Identifier: BSD-3-Clause
#include "session/progress_output.hpp"

#include <algorithm>
#include <optional>

#include "core/contract.hpp"
#include "output/checkpoint_reader.hpp"

namespace mdsim {

void ProgressOutput::write(const RunStanding& standing) {
    MDSIM_EXPECT(standing.checkpoint <= standing.step);
    if (!context_->comm->is_root()) return;
    const std::lock_guard alone(mutex_);
    const auto& stages = context_->config->stages;
    MDSIM_EXPECT(!stages.empty());
    Progress progress;
    progress.state = standing.state;
    progress.stage = stages[std::min(standing.stage, stages.size() - 1)].name;
    progress.step = standing.step;
    progress.total_steps = standing.last_step;
    progress.steps_per_second = standing.steps_per_second;
    const auto left = static_cast<double>(standing.last_step - standing.step);
    if (left == 0)
        progress.seconds_left = 0;
    else if (progress.steps_per_second > 0)
        progress.seconds_left = left / progress.steps_per_second;
    progress.wall_seconds = context_->start.age();
    name_checkpoint(standing, progress);
    progress.message = standing.message;
    ProgressFile(context_->files.progress()).write(progress);
}

void ProgressOutput::name_checkpoint(const RunStanding& standing, Progress& progress) const {
    const std::string folder = context_->files.folder.string();
    if (standing.state == RunState::failed) { // it may be gone
        const auto good = sealed_checkpoint_in(folder, standing.checkpoint);
        if (!good) return;
        progress.checkpoint_step = good->step;
        progress.checkpoint_path = good->path;
    } else if (standing.checkpoint >= 0) {
        progress.checkpoint_step = standing.checkpoint;
        progress.checkpoint_path = checkpoint_path(folder, 0);
    }
}

} // namespace mdsim
