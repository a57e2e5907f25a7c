// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/matrix3.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/state/control.hpp"
#include "physics/coupling/barostat_action.hpp"
#include "physics/coupling/coupled_sums.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// What a thermostat and a barostat remember.
struct CouplingStates {
    ThermostatState thermostat;
    BarostatState barostat;
};

/// A thermostat and a barostat in the memory of the device.
struct DeviceCoupling {
    // Of the last action that is known, which may be one that is still to come.
    CouplingStates before;
    CouplingStates after;
    Step acts_on;     ///< its step
    CoupledSums sums; ///< that it acts by; a virial that is no number: one was out of range
    /// Of all velocities, as transformed_velocity takes it.
    LowerTriangular<double> factor;
    /// The diagonal of the kinetic tensor of this rank's atoms, where the thermostat acts alone;
    /// zero between uses.
    DeviceSums<3> kinetic;

    /// As a step begins, before anything acts on it.
    MDSIM_HD const CouplingStates& as_of(Step step) const {
        return step > acts_on ? after : before;
    }
};

/// A number that is wanted on the steps of a coupling.
struct WantedNumber {
    double one; ///< where it is one for all
    /// That of each step of the batch on which the coupling acts; null: one for all.
    const double* of_action;
    StepSeries acts;

    /// On a step of a batch that begins with `first`.
    MDSIM_HD double at(Step step, Step first) const {
        if (of_action == nullptr) return one;
        MDSIM_EXPECT(acts.on(step) && first <= step);
        return of_action[acts.before(step) - acts.before(first)];
    }

    bool operator==(const WantedNumber&) const = default;
};

/// How a barostat acts on the steps of a batch.
struct BarostatArgs {
    std::int64_t every;            ///< steps from one action to the next; 0: there is no barostat
    double time;                   ///< that one action stands for [time]
    WantedNumber pressure;         ///< [energy / length^3]
    WantedNumber temperature;      ///< kT [energy]
    double tail;                   ///< as in BatchBarostat
    LowerTriangular<double> frame; ///< likewise

    bool operator==(const BarostatArgs&) const = default;
};

/// How thermostat and barostat act on the steps of a batch; Control says on which.
struct CouplingArgs {
    DeviceCoupling* place; ///< null: there are none
    double degrees_of_freedom;
    double time;              ///< that one action of the thermostat stands for [time]
    WantedNumber temperature; ///< kT of the thermostat [energy]
    std::uint64_t seed;
    BarostatArgs barostat;
    std::int64_t delay; ///< as in StepSchedule

    bool operator==(const CouplingArgs&) const = default;
};

} // namespace mdsim
