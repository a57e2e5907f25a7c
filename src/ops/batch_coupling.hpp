// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/matrix3.hpp"
#include "core/step_series.hpp"
#include "physics/coupling/barostats.hpp"
#include "physics/coupling/coupled_sums.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// A thermostat that acts on some steps of a batch, between their half kicks, once each.
struct BatchCoupling {
    /// The steps whose sums it acts by, from one not after the batch begins; none: there is no
    /// thermostat. It acts StepBatch::delay steps behind them.
    StepSeries acts;
    double time = 0; ///< from one action to the next [time]
    double degrees_of_freedom = 0;
    /// kT wanted [energy]: one for all, or one for each of these steps in the batch.
    std::vector<double> temperature;
    AnyThermostat thermostat;
    ThermostatState state; ///< as the batch begins
};

/// An action that the sums of a step before the batch lead to on one of its steps.
struct PendingAction {
    CoupledSums sums;
    LowerTriangular<double> edges;      ///< of the box behind it [length]
    LowerTriangular<double> velocities; ///< as in BoxMove
    ThermostatState thermostat;         ///< behind the action
    BarostatState barostat;             ///< likewise
};

/// A barostat that acts on some steps of a batch, between their half kicks, once each. A thermostat
/// that acts on the same step does so within its action.
struct BatchBarostat {
    StepSeries acts; ///< as those of BatchCoupling; none: there is no barostat
    double time = 0; ///< from one action to the next [time]
    double degrees_of_freedom = 0;
    /// The pressure [energy / length^3] and kT [energy] wanted: one of each for all, or one for
    /// each of these steps in the batch.
    std::vector<double> pressure;
    std::vector<double> temperature;
    double tail = 0; ///< the virial of the tail correction times the volume [energy length^3]
    /// The edges of the box for which the grid was chosen [length]: where the box leaves that
    /// frame, the batch ends.
    LowerTriangular<double> frame;
    AnyBarostat barostat;
    BarostatState state; ///< as the batch begins
};

} // namespace mdsim
