// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "engine/observer.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// What one step computes, decided once before it begins and the same on every rank.
struct StepPlan {
    bool complete = true;      ///< velocities still lack the half kick that ends the last step
    bool energy = false;       ///< energy and virial are wanted
    bool observe = false;      ///< the state is wanted: forces are stored, velocities completed
    bool couple = false;       ///< a global thermostat acts
    bool remove_drift = false; ///< the centre of mass is brought to rest
    bool last = false;         ///< nothing follows in this stage

    /// Whether something must happen between the two half kicks; if not, they are fused.
    bool stops_between_kicks() const { return stops_a_device() || couple; }
    /// Whether that is something for which a device that couples by itself needs the host.
    bool stops_a_device() const { return !complete || energy || observe || remove_drift || last; }
};

/// Decides what a step of a stage computes when `done` of its steps are done. `granted` is what was
/// asked for, `fresh` tells that velocities are those of the full step.
StepPlan plan_step(const StageSettings& stage, Step done, const Wish& wish,
                   Request granted = Request::none, bool fresh = false);

/// How many steps, at most `most`, nothing stops between their half kicks, or what does is done by
/// a device that `couples`, if the next of them is `next`, nobody asks for more, and velocities
/// lack their half kick; the stage began at `first`.
std::int64_t plain_steps(const StageSettings& stage, Step first, Step next, std::int64_t most,
                         const Observer& observer, bool couples);

/// The pieces of a step, in the words of timers and reports.
enum class Phase {
    advance_boundary, ///< force, both half kicks and drift of atoms that other ranks see
    send_halo,
    advance_interior, ///< the same for all other atoms, while the halo travels
    receive_halo,
    forces,         ///< forces alone, stored
    complete,       ///< second half kick of the step that ends
    close_coupling, ///< the thermostat's half step at its end
    remove_drift,
    observe,       ///< sums, output
    open_coupling, ///< the thermostat's half step at its beginning
    begin,         ///< first half kick and drift
    verdict,       ///< is a rebuild due?
    rebuild,
    run_ahead, ///< all of this for many steps, on a device
    count_
};

/// What reports call a phase.
const char* name_of(Phase phase);

/// The phases of a step in their order. They end with the verdict, on which a rebuild may follow,
/// or for the last step of a stage with what is observed there.
std::vector<Phase> schedule(const StepPlan& plan);

} // namespace mdsim
