// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/coupling_args.hpp"
#include "kernels/integrate/move_atoms.hpp"

namespace mdsim {

/// What is summed at a step that is observed.
struct ObservedSums {
    DeviceSums<pair_sums> pair;
    DeviceSums<kinetic_sum_count> kinetic;
};

/// A sample in the memory of the device.
struct DeviceSample {
    ObservedSums sums;
    ThermostatState thermostat; ///< if there is one, before it acts on the step
};

/// Where the samples of a batch are made.
struct SampleArgs {
    ObservedSums* now;    ///< of the step in hand; zero between uses
    DeviceSample* sample; ///< [sample of the batch]
    bool alone;           ///< otherwise an all-reduce reports a sum that is out of range
};

/// Queues the storing of the sample of step kernel `kernel`, whose sums become zero; where a
/// thermostat acts, it gets those that it acts by. A rank that is alone ends the pass before the
/// step begins if a sum is out of range.
void store_sample(const Stream& stream, Control* control, int kernel, const CouplingArgs& coupling,
                  const SampleArgs& samples);

} // namespace mdsim
