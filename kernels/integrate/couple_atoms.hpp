// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"
#include "physics/coupling/thermostat_chain.hpp"

namespace mdsim {

/// A chain acts twice on a step: as the step before ends, and as it begins.
enum Action { closing = 0, opening = 1 };

/// A chain of thermostats in the memory of the device, and what it acts by.
struct DeviceChain {
    double momentum[longest_chain];
    double potential;
    /// Of all velocities, for each action.
    double factor[2];
    DeviceSums<3>
        kinetic; ///< the kinetic tensor's diagonal, of this rank's atoms; zero between uses
};

/// How a chain acts on the steps of a batch; Control says on which.
struct CouplingArgs {
    DeviceChain* chain; ///< null: there is none
    int length;
    ChainDrive drive; ///< the temperature: where there is one for all
    const double*
        temperature; ///< of each step on which it acts, from `first` on; null: one for all
    Step first;      ///< the first step of the batch on which it acts; 0 with one temperature
    std::int64_t every;

    bool operator==(const CouplingArgs&) const = default;
};

/// Queues an action of a rank that is alone as part of step kernel `kernel`: moves the chain on by
/// half of its time, by its sums, which become zero. What is out of range there is reported by
/// the motion of the same step, as a fault.
void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const CouplingArgs& coupling, Action action);

} // namespace mdsim
