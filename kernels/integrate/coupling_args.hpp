// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/state/control.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// A thermostat in the memory of the device.
struct DeviceThermostat {
    ThermostatState state;
    /// The diagonal of the kinetic tensor of this rank's atoms; zero between uses.
    DeviceSums<3> kinetic;
    double factor; ///< of all velocities, on the last step on which it acted
};

/// How a thermostat acts on the steps of a batch; Control says on which.
struct CouplingArgs {
    DeviceThermostat* place; ///< null: there is none
    double degrees_of_freedom;
    double time;        ///< that one action stands for [time]
    double temperature; ///< kT wanted, where it is one for all [energy]
    /// That of each step on which it acts, in the order of `acts`; null: one for all.
    const double* temperature_of;
    StepSeries acts; ///< from the first one of the batch on; none with one temperature
    std::uint64_t seed;

    MDSIM_HD double temperature_at(Step step) const {
        if (temperature_of == nullptr) return temperature;
        MDSIM_EXPECT(acts.on(step));
        return temperature_of[acts.before(step)];
    }

    bool operator==(const CouplingArgs&) const = default;
};

} // namespace mdsim
