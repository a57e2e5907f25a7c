// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/any_simulation.hpp"
#include "engine/stage_settings.hpp"
#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// The thermostat that the state of a run is of: that of the last stage with one that took a step.
/// None: no such stage has begun.
std::optional<AnyThermostat> thermostat_of(std::span<const StageSettings> stages,
                                           const RunProgress& at);

/// Adds to a checkpoint the state of a thermostat, by its names: the text
/// `thermostat`, and values `thermostat_work`, `thermostat_momentum` and the like. Without one the
/// text is empty and there are no values.
void add_thermostat(const std::optional<AnyThermostat>& thermostat, const ThermostatState& state,
                    CheckpointContent& content);

/// The state that a checkpoint holds; zero where there was no thermostat. Throws InputError with
/// `path`, the file of the checkpoint, where this program has no such thermostat, or its numbers
/// are not possible.
ThermostatState read_thermostat(const CheckpointReader& reader, const std::string& path);

} // namespace mdsim
