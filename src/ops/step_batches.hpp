// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/step_batch.hpp"

namespace mdsim {

/// What a device does between the half kicks of a step without its host.
struct DeviceCapabilities {
    bool couples = false;       ///< a global thermostat or a barostat acts
    bool takes_samples = false; ///< energies and virials are summed
    /// It goes on from a step that its host has led to there; otherwise the host ends that step.
    bool goes_on = false;
};

/// Steps that a device goes through without its host. Answered by devices only: processors are led
/// step by step.
template <class P> class StepBatches {
  public:
    virtual ~StepBatches() = default;

    /// What batches may have beside plain steps; hosts that lead the steps of several devices do
    /// the rest between batches.
    virtual DeviceCapabilities capabilities() const = 0;

    /// Goes through a batch: forces, motion and rebuilds, and what else it has. What comes of it
    /// depends on the atoms alone, not on how a run is cut into batches. Collective.
    virtual BatchReport run(const StepBatch<P>& batch) = 0;
};

} // namespace mdsim
