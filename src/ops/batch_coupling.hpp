// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/step_series.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// A thermostat that acts on some steps of a batch, between their half kicks, once each.
struct BatchCoupling {
    StepSeries
        acts; ///< the steps, from one not after the batch begins; none: there is no thermostat
    double time = 0; ///< from one action to the next [time]
    double degrees_of_freedom = 0;
    /// kT wanted [energy]: one for all, or one for each step of the batch on which it acts.
    std::vector<double> temperature;
    AnyThermostat thermostat;
    ThermostatState state; ///< as the batch begins
};

} // namespace mdsim
