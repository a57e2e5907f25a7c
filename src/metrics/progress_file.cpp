// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/progress_file.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "output/durable_file.hpp"

namespace mdsim {

namespace {

using Json = nlohmann::ordered_json;

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

Json number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json quantity(std::optional<double> value, const std::string& unit) {
    const Json known = number(value);
    return known.is_null() ? known : Json{{"value", known}, {"unit", unit}};
}

double fraction(const RunReadings& run) {
    return run.last_step > 0 ? static_cast<double>(run.step) / static_cast<double>(run.last_step)
                             : 1.0;
}

Json checkpoint(const RunReadings& run) {
    if (!run.checkpoint) return nullptr;
    return {{"step", *run.checkpoint}, {"path", run.checkpoint_path}};
}

Json drift(const std::optional<DriftReading>& drift) {
    if (!drift) return nullptr;
    return {{"rate_per_atom", number(drift->rate)},
            {"standard_error", number(drift->standard_error)},
            {"energy_unit", drift->energy_unit},
            {"time_unit", drift->time_unit},
            {"thermal_ratio", number(drift->of_thermal)}};
}

Json rebuilds(const RunReadings& run) {
    return {{"count", run.rebuilds},
            {"steps_between", run.rebuild_steps},
            {"interval", number(run.rebuild_interval())}};
}

Json memory(const RunReadings& run) {
    return {{"atoms_bytes", number(run.bytes)},
            {"process_bytes", number(run.machine.host.resident)},
            {"host_free_bytes", number(run.machine.host.free)}};
}

Json gpus(const std::vector<WatchedGpu>& gpus) {
    Json list = Json::array();
    for (const auto& [now, ranks] : gpus)
        list.push_back({{"number", now.number},
                        {"name", now.name},
                        {"uuid", now.uuid},
                        {"ranks", ranks},
                        {"utilization", number(now.utilization)},
                        {"memory_used_bytes", number(now.memory_used)},
                        {"memory_bytes", number(now.memory)},
                        {"power_watts", number(now.power)},
                        {"clock_hertz", number(now.clock)},
                        {"temperature_celsius", number(now.temperature)}});
    return list;
}

} // namespace

std::string progress_text(const RunReadings& run) {
    Json json;
    json["state"] = name_of(run.state);
    json["stage"] = run.stage;
    json["step"] = run.step;
    json["total_steps"] = run.last_step;
    json["fraction"] = fraction(run);
    json["steps_per_second"] = number(run.steps_per_second);
    json["seconds_left"] = number(run.seconds_left);
    json["wall_seconds"] = number(run.wall_seconds);
    json["checkpoint"] = checkpoint(run);
    if (!run.message.empty()) json["message"] = run.message;
    json["reported"] = run.reported;
    json["simulated_per_day"] = quantity(run.simulated_per_day, run.identity.speed_unit);
    json["temperature"] = quantity(run.temperature, run.identity.temperature_unit);
    json["conserved_energy"] = quantity(run.conserved_energy, run.identity.energy_unit);
    json["energy_drift"] = drift(run.drift);
    json["rebuilds"] = rebuilds(run);
    json["imbalance"] = number(run.imbalance);
    json["rank_waits"] = run.waits;
    json["memory"] = memory(run);
    json["gpus"] = gpus(run.machine.gpus);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void ProgressFile::write(const RunReadings& run) const {
    const std::string text = progress_text(run);
    write_atomically(path_, bytes_of(text), Durability::process);
}

} // namespace mdsim
