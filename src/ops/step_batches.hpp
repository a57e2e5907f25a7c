// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/step_batch.hpp"

namespace mdsim {

/// What a device does without its host, between the half kicks of a step and ahead of its forces.
struct DeviceCapabilities {
    bool couples = false;       ///< a global thermostat or a barostat acts
    bool takes_samples = false; ///< energies and virials are summed
    /// It goes on from a step that its host has led to there; otherwise the host ends that step.
    bool goes_on = false;
    std::int64_t looks = 0; ///< at positions, of which it keeps so many at most
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

    /// Lets forces count distances, and time origins see positions, as they were at a look of the
    /// last batch, of which this had been asked for; until show_atoms(), or the next batch.
    virtual void show_look(std::size_t look) = 0;
    virtual void show_atoms() = 0;
};

} // namespace mdsim
