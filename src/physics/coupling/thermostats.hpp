// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "physics/coupling/berendsen.hpp"
#include "physics/coupling/nose_hoover.hpp"
#include "physics/coupling/velocity_rescaling.hpp"

namespace mdsim {

/// The thermostats that act on the velocities of all atoms at once: the one list. Each is plain
/// data with
/// - `name`, as the input calls it and checkpoints do,
/// - `of(settings)`, which makes it,
/// - `prepare(action)`, what an action follows from that is known before the kinetic energy,
/// - `act(prepared, kinetic energy, state)`, which moves its state on and returns the factor of all
///   velocities, the same bits on processors and devices,
/// - `energy(state)`, what it adds to the conserved energy,
/// - `numbers()`, the names of the numbers of its state.
using AnyThermostat = std::variant<NoseHoover, VelocityRescaling, Berendsen>;

/// Their names, in the order of the list.
std::vector<std::string_view> thermostat_names();

/// Whether one of them has this name.
bool is_thermostat(std::string_view name);

/// The one of this name; none where there is none.
std::optional<AnyThermostat> make_thermostat(std::string_view name,
                                             const ThermostatSettings& settings);

std::string_view name_of(const AnyThermostat& thermostat);

/// Lets it act on atoms of this kinetic energy [energy]; returns the factor of all velocities.
double act(const AnyThermostat& thermostat, const ThermostatAction& action, double kinetic_energy,
           ThermostatState& state);

/// What it adds to the conserved energy [energy].
double energy_of(const AnyThermostat& thermostat, const ThermostatState& state);

/// What the numbers of its state are called.
std::vector<ThermostatNumbers> numbers_of(const AnyThermostat& thermostat);

} // namespace mdsim
