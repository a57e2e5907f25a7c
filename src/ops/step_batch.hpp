// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.hpp"
#include "core/matrix3.hpp"
#include "ops/atom_capacity.hpp"
#include "ops/batch_coupling.hpp"
#include "ops/batch_looks.hpp"
#include "ops/batch_samples.hpp"
#include "ops/motion.hpp"
#include "ops/step_schedule.hpp"
#include "state/allowed_move.hpp"

namespace mdsim {

/// A batch of steps that a device runs without its host: forces, motion and rebuilds, a thermostat
/// and sums for output where the device can do these.
template <class P> struct StepBatch {
    Step first = 0;         ///< the step that begins
    std::int64_t steps = 0; ///< how many, at least 1
    /// The first step stands between its half kicks: its forces are stored, its velocities
    /// complete, and nothing acts on it any more. Only where the device goes on from there.
    bool between_kicks = false;
    /// One motion for all steps, or one for each.
    std::vector<Motion<typename P::Real>> motion;
    AllowedMove allowed_move; ///< from the reference positions, beyond which lists may be stale
    /// The edges of the box of each step and of the step behind the last one [length]; empty where
    /// the box stays as it is. Those behind an action of the barostat follow from it.
    std::vector<LowerTriangular<double>> boxes;
    Step last_rebuild = 0;
    std::int64_t rebuild_every = 0; ///< 0: as soon as lists may be stale; otherwise without a check
    BatchCoupling coupling;         ///< only where the device couples by itself
    BatchBarostat barostat;         ///< likewise
    std::int64_t delay = 0;         ///< of their actions, as in StepSchedule
    std::optional<PendingAction> pending; ///< of sums before the batch
    BatchSamples samples;                 ///< only where the device takes samples by itself
    std::vector<BatchLook> looks;         ///< as many as the device keeps, in a box that stays

    StepSchedule schedule() const { return {coupling.acts, barostat.acts, samples.steps, delay}; }
};

/// What happened on a batch.
struct BatchReport {
    /// Done; fewer than asked for only where there was a fault, whose step is not counted, where
    /// capacity was short, where a barostat brought the box out of its frame, or where `stuck`.
    std::int64_t steps = 0;
    /// The run stands at a step for which a sum was out of range on some rank, or whose barostat
    /// cannot act: its velocities are complete, and nothing else of it is done.
    bool stuck = false;
    std::int64_t rebuilds = 0;
    std::int64_t steps_between = 0; ///< sum of the intervals that ended with a rebuild
    Step shortest = 0;              ///< of these intervals; 0 if there was none
    Step longest = 0;
    Step last_rebuild = 0;
    std::int64_t unsafe = 0;    ///< steps without a check on which an atom had moved too far
    bool rebuild_due = false;   ///< after the last step; the caller rebuilds before the next force
    LocalIndex fault = no_atom; ///< an atom that moved too far or is not a number
    ThermostatState thermostat; ///< as the batch ended, where one acted
    BarostatState barostat;     ///< likewise
    std::optional<CoupledSums> measured; ///< that an action is still to come by
    /// The edges of the box of each step and of the step behind the last one [length], where a
    /// barostat acted; otherwise empty.
    std::vector<LowerTriangular<double>> boxes;
    /// In their order; of the same steps on all ranks. One that is out of range may be among them,
    /// where the device took it on the way of its step.
    std::vector<BatchSample> samples;
    std::size_t looks = 0; ///< that there have been, all of steps that were done
    /// Where it is short, the batch ended with a rebuild, which is counted and left to the
    /// caller.
    AtomCapacity capacity = AtomCapacity::enough;
    double busy = 0; ///< that this device computed and did not wait for others, or about that [s]
};

} // namespace mdsim
