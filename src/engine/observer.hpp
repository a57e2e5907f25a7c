// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/ids.hpp"
#include "engine/thermo.hpp"
#include "ops/batch_looks.hpp"

namespace mdsim {

/// What an observer needs to see of a step.
struct StepNeeds {
    bool energy = false; ///< thermodynamics: the sums alone
    bool state = false;  ///< positions, velocities and forces
    LookTasks look{};    ///< of positions

    bool any() const { return energy || state || look.any(); }
    void merge(const StepNeeds& other) {
        energy = energy || other.energy;
        state = state || other.state;
        look.merge(other.look);
    }
    bool operator==(const StepNeeds&) const = default;
};

/// The first step from `step` on of which `needs` says something; `end` where there is none before.
template <class Needs> Step first_need(Step step, Step end, const Needs& needs) {
    for (; step < end; ++step) {
        if (needs(step).any()) break;
    }
    return step;
}

/// What a rank asks of the whole run; the strongest request of any rank is carried out one step
/// later.
enum class Request { none = 0, checkpoint = 1, stop = 2 };

/// What an observer is shown.
struct Observation {
    Step step = 0;
    StepNeeds needs; ///< what was asked for
    Thermo thermo;   ///< valid if energies were needed, and at the end of a stage
    Request request = Request::none;
    bool stage_ends = false;
    /// The atoms stand at the step; otherwise a device shows it when they have moved on.
    bool at_hand = true;
};

/// Watches a run from outside: output, progress, signals. All calls are made by all ranks alike.
///
/// Steps are shown in their order. The simulation and its atoms stand at the step that is shown if
/// its state was needed, a request is carried out, or it is the first or the last of a stage. A
/// step of which less was needed may lie behind them: a device shows such steps later, and answers
/// what was asked of its positions as if they were those of the atoms. Where `look.others` was
/// needed, they are.
class Observer {
  public:
    virtual ~Observer() = default;

    /// What is needed of a step; depends on the step alone.
    virtual StepNeeds needs(Step step) const = 0;

    /// The first step from `step` on of which needs() says something; `end`, or one behind it,
    /// where there is none before. To be overridden where that is known without looking at each.
    virtual Step next_need(Step step, Step end) const {
        return first_need(step, end, [this](Step s) { return needs(s); });
    }

    /// Whether the energies of a step are needed too where a request stops the run at it.
    virtual bool needs_energy_at_stop() const { return true; }

    /// Called for a step of which something was needed, when a request is carried out, and at both
    /// ends of a stage; while the state is that of the step it is between its half kicks.
    /// Collective; must not change the state, and reads it only where it is that of the step.
    virtual void observe(const Observation& seen) = 0;

    /// Asked before the first step of a stage and then once a step; may differ from rank to rank.
    virtual Request request(Step step) = 0;
};

} // namespace mdsim
