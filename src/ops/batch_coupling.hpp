// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/contract.hpp"
#include "core/ids.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// A thermostat that acts on some steps of a batch, between their half kicks: for half its time at
/// the end of the step before, and for half of it as the step begins.
struct BatchCoupling {
    std::int64_t every = 0; ///< it acts on so many steps; 0: there is none
    Step first = 0;         ///< a step on which it acts, not after the batch begins
    double time = 0;        ///< from one action to the next [time]
    double degrees_of_freedom = 0;
    /// kT wanted [energy]: one for all, or one for each step of the batch on which it acts.
    std::vector<double> temperature;
    AnyThermostat thermostat;
    ThermostatState state; ///< as the batch begins

    bool acts_on(Step step) const { return every > 0 && (step - first) % every == 0; }

    /// The first step from `step` on on which it acts.
    Step next_from(Step step) const {
        MDSIM_EXPECT(every > 0 && step >= first);
        return first + (step - first + every - 1) / every * every;
    }
};

} // namespace mdsim
