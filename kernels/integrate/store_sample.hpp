// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/observed_sums.hpp"

namespace mdsim {

/// A sample in the memory of the device.
struct DeviceSample {
    ObservedSums sums;
    ThermostatState thermostat; ///< if there is one, before it acts on the step
    BarostatState barostat;     ///< likewise
};

/// What a sum that is out of range brings about.
enum class OutOfRange {
    ends_pass,   ///< before its step begins
    is_reported, ///< by an all-reduce, which does the same on all ranks
    is_kept,     ///< in the sample alone, as the step has been done
};

/// Where the samples of a batch are made.
struct SampleArgs {
    ObservedSums* now;    ///< of the step in hand; zero between uses
    DeviceSample* sample; ///< [sample of the batch]
    OutOfRange out_of_range;
};

/// Queues the storing of the sample of step kernel `kernel`, if its step has one. Its sums become
/// zero, unless a barostat acts by them; where a thermostat acts alone, it gets those that it acts
/// by.
void store_sample(const Stream& stream, Control* control, int kernel, const CouplingArgs& coupling,
                  const SampleArgs& samples);

} // namespace mdsim
