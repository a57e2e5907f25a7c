// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fixed_sum.hpp"
#include "kernels/forces/walk_args.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "physics/coupling/thermostat_chain.hpp"

namespace mdsim {

/// A chain of thermostats in the memory of the device, and what it acts by.
struct DeviceChain {
    double momentum[longest_chain];
    double potential;
    /// Of all velocities: at the end of the step before, and as the step begins.
    double factor[2];
    DeviceSums<3> kinetic; ///< the diagonal of the kinetic tensor; zero between uses
};

/// How a chain acts on the steps of a stretch.
struct CouplingArgs {
    DeviceChain* chain;
    int length;
    ChainDrive drive; ///< the temperature: where there is one for all
    const double*
        temperature; ///< of each step on which it acts, from `first` on; null: one for all
    Step first;      ///< the first step of the stretch on which it acts
    std::int64_t every;
    const double* mass; ///< of each type
};

/// Queues what a step does on which a thermostat acts, after its forces are stored, as step kernel
/// `walk.kernel` of a turn: the second half kick of the step before, both actions of the chain, the
/// first half kick and the drift. The motion must be velocity Verlet. The same bits as by
/// complete_atoms, sum_atoms, transform_atoms and begin_atoms with a host between them.
template <class P>
void couple_and_move(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                     const CouplingArgs& coupling);

} // namespace mdsim
