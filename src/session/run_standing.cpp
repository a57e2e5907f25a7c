// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_standing.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/contract.hpp"
#include "output/checkpoint_reader.hpp"

namespace mdsim {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::optional<double> seconds_left(const RunStanding& standing) {
    const auto left = static_cast<double>(standing.last_step - standing.step);
    if (left == 0) return 0;
    if (standing.steps_per_second > 0) return left / standing.steps_per_second;
    return std::nullopt;
}

void name_checkpoint(const RunStanding& standing, const std::string& folder,
                     RunReadings& readings) {
    readings.checkpoint.reset();
    if (standing.state == RunState::failed) { // it may be gone
        const auto good = sealed_checkpoint_in(folder, standing.checkpoint);
        if (!good) return;
        readings.checkpoint = good->step;
        readings.checkpoint_path = good->path;
    } else if (standing.checkpoint >= 0) {
        readings.checkpoint = standing.checkpoint;
        readings.checkpoint_path = checkpoint_path(folder, 0);
    }
}

} // namespace

void read_standing(const RunStanding& standing, const RunContext& context, RunReadings& readings) {
    MDSIM_EXPECT(standing.checkpoint <= standing.step);
    const auto& stages = context.config->stages;
    MDSIM_EXPECT(!stages.empty());
    readings.state = standing.state;
    readings.reported = now();
    readings.wall_seconds = context.start.age();
    readings.stage = stages[std::min(standing.stage, stages.size() - 1)].name;
    readings.step = standing.step;
    readings.last_step = standing.last_step;
    readings.steps_per_second.reset();
    if (standing.steps_per_second > 0) readings.steps_per_second = standing.steps_per_second;
    readings.seconds_left = seconds_left(standing);
    name_checkpoint(standing, context.files.folder.string(), readings);
    readings.message = standing.message;
}

} // namespace mdsim
