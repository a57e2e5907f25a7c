// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <variant>

#include "physics/coupling/cell_rescaling.hpp"
#include "physics/coupling/piston.hpp"

namespace mdsim {

/// The barostats: the one list. Each is plain data with
/// - `act(action, state, thermostat)`, which moves its state on and lets the thermostat of the
/// atoms
///   act where it should, the same bits on processors and devices,
/// - `energy(action, state)`, what it adds to the conserved energy.
using AnyBarostat = std::variant<CellRescaling, Piston>;

/// The thermostat of the atoms, as an action calls it: it is handed their kinetic energy [energy],
/// and returns the factor of all velocities.
using MiddleThermostat = std::function<double(double)>;

/// Lets it act; the state is not to be used where the move is not possible.
BoxMove act(const AnyBarostat& barostat, const BarostatAction& action, BarostatState& state,
            const MiddleThermostat& thermostat);

/// What it adds to the conserved energy, before it acts [energy].
double energy_of(const AnyBarostat& barostat, const BarostatAction& action,
                 const BarostatState& state);

} // namespace mdsim
