// SPDX-License-Identifier: BSD-3-Clause
#include "output/progress_file.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "output/durable_file.hpp"

namespace mdsim {

namespace {

const char* name_of(RunState state) {
    switch (state) {
    case RunState::running:
        return "running";
    case RunState::finished:
        return "finished";
    case RunState::stopped:
        return "stopped";
    case RunState::failed:
        break;
    }
    return "failed";
}

nlohmann::ordered_json number(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

} // namespace

std::string progress_text(const Progress& progress) {
    nlohmann::ordered_json json;
    json["state"] = name_of(progress.state);
    json["stage"] = progress.stage;
    json["step"] = progress.step;
    json["total_steps"] = progress.total_steps;
    json["fraction"] = progress.total_steps > 0 ? static_cast<double>(progress.step) /
                                                      static_cast<double>(progress.total_steps)
                                                : 1.0;
    json["steps_per_second"] = number(progress.steps_per_second);
    json["seconds_left"] = number(progress.seconds_left.value_or(NAN));
    json["wall_seconds"] = number(progress.wall_seconds);
    json["checkpoint"] = nullptr;
    if (progress.checkpoint_step)
        json["checkpoint"] = {{"step", *progress.checkpoint_step},
                              {"path", progress.checkpoint_path}};
    if (!progress.message.empty()) json["message"] = progress.message;
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void ProgressFile::write(const Progress& progress) const {
    const std::string text = progress_text(progress);
    write_atomically(path_, bytes_of(text), Durability::process);
}

} // namespace mdsim
