// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// A thermostat in the memory of the device.
struct DeviceThermostat {
    ThermostatState state;
    double factor[2]; ///< of all velocities, for each of its two turns on a step
    /// The diagonal of the kinetic tensor of this rank's atoms; zero between uses.
    DeviceSums<3> kinetic;
    /// The same between the turns, where both are taken in one kernel.
    DeviceSums<3> kinetic_between;
    unsigned arrived; ///< blocks of that kernel
};

/// How a thermostat acts on the steps of a batch; Control says on which.
struct CouplingArgs {
    DeviceThermostat* place; ///< null: there is none
    double degrees_of_freedom;
    double time;        ///< that one turn stands for [time]
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

/// Queues a turn of a rank that is alone as part of step kernel `kernel`: the thermostat acts by
/// its sums, which become zero. What is out of range there is reported by the motion of the same
/// step, as a fault.
void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling,
                  ThermostatTurn turn);

} // namespace mdsim
