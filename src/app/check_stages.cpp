// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "app/config_check.hpp"

namespace mdsim {
namespace {

/// A key that belongs to one ensemble only.
void check_belongs(const StageSettings& stage, Ensemble ensemble, std::string_view name, bool given,
                   const std::string& key, std::vector<Fault>& faults) {
    if (given && stage.ensemble != ensemble) {
        faults.push_back({fmt::format("{}.{}", key, name),
                          fmt::format("has a meaning only with ensemble = \"{}\"; found \"{}\"",
                                      enum_name(ensemble), enum_name(stage.ensemble))});
    }
}

void check_needed(const StageSettings& stage, Ensemble ensemble, std::string_view name, bool given,
                  const std::string& key, std::vector<Fault>& faults) {
    if (!given && stage.ensemble == ensemble) {
        faults.push_back({fmt::format("{}.{}", key, name),
                          fmt::format("ensemble = \"{}\" needs this key", enum_name(ensemble))});
    }
}

void check_temperature(const StageSettings& stage, const std::string& key,
                       std::vector<Fault>& faults) {
    const bool thermostat = stage.ensemble != Ensemble::nve;
    if (thermostat && !stage.temperature) {
        faults.push_back({key + ".temperature", fmt::format("ensemble = \"{}\" needs this key",
                                                            enum_name(stage.ensemble))});
    }
    if (!thermostat && (stage.temperature || stage.temperature_end)) {
        faults.push_back(
            {key + (stage.temperature ? ".temperature" : ".temperature_end"),
             "ensemble = \"nve\" keeps no temperature; choose langevin or nose_hoover, "
             "or draw velocities with velocity.temperature"});
    }
    if (stage.ensemble == Ensemble::nose_hoover && stage.temperature == 0.0) {
        faults.push_back({key + ".temperature", "nose_hoover needs a temperature above 0"});
    }
}

} // namespace

void check_stages(const Config& config, std::vector<Fault>& faults) {
    if (config.stages.empty()) {
        faults.push_back({"stage", "there is no stage; add [[stage]] with ensemble, steps, "
                                   "time_step"});
    }
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        const std::string key = fmt::format("stage.{}", i);
        const auto same = [&](const StageSettings& other) { return other.name == stage.name; };
        const auto before = config.stages.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(config.stages.begin(), before, same)) {
            faults.push_back(
                {key + ".name", fmt::format("there are two stages \"{}\"", stage.name)});
        }
        check_temperature(stage, key, faults);
        check_belongs(stage, Ensemble::langevin, "friction", stage.friction.has_value(), key,
                      faults);
        check_needed(stage, Ensemble::langevin, "friction", stage.friction.has_value(), key,
                     faults);
        check_belongs(stage, Ensemble::nose_hoover, "relaxation_time",
                      stage.relaxation_time.has_value(), key, faults);
        check_needed(stage, Ensemble::nose_hoover, "relaxation_time",
                     stage.relaxation_time.has_value(), key, faults);
    }
}

} // namespace mdsim
