// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "engine/observer.hpp"
#include "engine/phases.hpp"
#include "engine/stage_settings.hpp"
#include "ops/batch_looks.hpp"
#include "ops/batch_samples.hpp"
#include "ops/step_batches.hpp"
#include "ops/wanted_sums.hpp"

namespace mdsim {

/// What one step computes, decided once before it begins and the same on every rank.
struct StepPlan {
    bool forces = true;            ///< they are not known yet
    bool complete = true;          ///< velocities still lack the half kick that ends the last step
    bool energy = false;           ///< energy and virial are wanted
    bool observe = false;          ///< somebody looks: forces are stored, velocities completed
    bool state = false;            ///< at the state itself, not only at energies
    bool look = false;             ///< somebody looks at positions, ahead of the forces
    bool measure = false;          ///< sums are taken that a thermostat or a barostat acts by
    bool measure_pressure = false; ///< with the virial among them
    bool whole_pressure = false;   ///< and all of its components: angles of the box are free
    bool couple = false;           ///< a global thermostat acts
    bool rescale = false;          ///< a barostat acts, and the thermostat within its action
    bool descend = false;          ///< a minimization decides how atoms move on
    bool relax_box = false;        ///< and the box with them
    bool remove_drift = false;     ///< the centre of mass is brought to rest
    bool last = false;             ///< nothing follows in this stage
    bool round = false;            ///< forces take a round, which the host leads

    /// Whether something must happen between the two half kicks; if not, they are fused.
    bool stops_between_kicks() const { return stops_device({}); }
    /// Whether a device needs the host between the two half kicks.
    bool stops_device(const DeviceCapabilities& device) const {
        return !complete || state || descend || remove_drift || last ||
               ((measure || couple || rescale) && !device.couples) ||
               ((energy || observe) && !device.takes_samples);
    }
    /// Shows the state where positions were to be looked at ahead of the forces.
    void look_at_state() {
        state = state || look;
        observe = observe || look;
        look = false;
    }
    /// What is summed up beside the forces.
    WantedSums sums() const {
        if (energy || relax_box || whole_pressure) return WantedSums::all;
        return measure_pressure ? WantedSums::diagonals : WantedSums::none;
    }
};

/// Decides what a step of a stage computes when `done` of its steps are done. `request` is what was
/// asked for, `fresh` says that velocities are those of the full step, so what ends it is done,
/// drift removal included. It takes no force for known, and none for one with a round.
StepPlan plan_step(const StageSettings& stage, Step done, const StepNeeds& needs,
                   Request request = Request::none, bool fresh = false);

/// Steps for which a device does not need the host, those of them whose energies it sums, and those
/// at whose positions it looks.
struct PlainSteps {
    std::int64_t count = 0;
    BatchSamples samples;
    std::vector<BatchLook> looks; ///< in their order
};

/// As many of them as follow each other, at most `most`, if the next is `next`, nobody asks for
/// more, and velocities lack their half kick; the stage began at `first`.
PlainSteps plain_steps(const StageSettings& stage, Step first, Step next, std::int64_t most,
                       const Observer& observer, const DeviceCapabilities& device);

/// The phases of a step in their order. They begin with a look at positions, if there is one, and
/// then the round of the forces, if they take one. They end with the list check, on which a rebuild
/// may follow, or for the last step of a stage with what is observed there.
std::vector<Phase> schedule(const StepPlan& plan);

} // namespace mdsim
