// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/ids.hpp"
#include "engine/thermo.hpp"

namespace mdsim {

/// What somebody wants to see of a step.
struct Wish {
    bool energy = false; ///< thermodynamics: the sums alone
    bool state = false;  ///< positions, velocities and forces
};

/// What a rank asks of the whole run; the strongest request of any rank is granted one step later.
enum class Request { none = 0, checkpoint = 1, stop = 2 };

/// What an observer is shown.
struct Observation {
    Step step = 0;
    Wish wish;     ///< what was asked for
    Thermo thermo; ///< valid if energies were wished for
    Request granted = Request::none;
    bool stage_ends = false;
};

/// Watches a run from outside: output, progress, signals. All calls are made by all ranks alike.
///
/// Steps are shown in their order. The simulation and its atoms stand at the step that is shown if
/// its state was wished for, something was granted, or it is the first or the last of a stage. A
/// step of which energies alone were wished may lie behind them: a device shows such steps later.
class Observer {
  public:
    virtual ~Observer() = default;

    /// What is wanted at a step; depends on the step alone.
    virtual Wish wish(Step step) const = 0;

    /// Called for a step for which something was wished, when a request is granted, and at both
    /// ends of a stage; while the state is that of the step it is between its half kicks.
    /// Collective; must not change the state, and reads it only where it is that of the step.
    virtual void observe(const Observation& seen) = 0;

    /// Asked before the first step of a stage and then once a step; may differ from rank to rank.
    virtual Request request(Step step) = 0;
};

} // namespace mdsim
