// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/nose_hoover_chain.hpp"

#include <utility>

#include "core/contract.hpp"
#include "physics/coupling/thermostat_chain.hpp"

namespace mdsim {

NoseHooverChain::NoseHooverChain(const Settings& settings) : settings_(settings) {
    MDSIM_REQUIRE(settings.length >= 1 && settings.length <= longest_chain && settings.time > 0 &&
                  settings.substeps >= 1);
    state_.momentum.assign(static_cast<std::size_t>(settings.length), 0.0);
}

NoseHooverChain::NoseHooverChain(const Settings& settings, State state)
    : settings_(settings), state_(std::move(state)) {
    MDSIM_REQUIRE(state_.momentum.size() == static_cast<std::size_t>(settings.length));
    MDSIM_EXPECT(std::isfinite(energy()));
}

double NoseHooverChain::propagate(double kinetic_energy, double degrees_of_freedom,
                                  double temperature, double time_step) {
    return propagate_chain(
        {degrees_of_freedom, temperature, settings_.time, time_step, settings_.substeps},
        kinetic_energy, {state_.momentum.data(), settings_.length, &state_.potential});
}

double NoseHooverChain::energy() const {
    double sum = state_.potential;
    for (const double momentum : state_.momentum) sum += 0.5 * momentum * momentum;
    return sum;
}

} // namespace mdsim
