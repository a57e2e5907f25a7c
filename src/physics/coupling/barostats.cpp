// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/barostats.hpp"

namespace mdsim {

BoxMove act(const AnyBarostat& barostat, const BarostatAction& action, BarostatState& state,
            const MiddleThermostat& thermostat) {
    return std::visit([&](const auto& b) { return b.act(action, state, thermostat); }, barostat);
}

double energy_of(const AnyBarostat& barostat, const BarostatAction& action,
                 const BarostatState& state) {
    return std::visit([&](const auto& b) { return b.energy(action, state); }, barostat);
}

} // namespace mdsim
