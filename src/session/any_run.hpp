// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/config.hpp"
#include "core/error.hpp"
#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// A run that its owner moves on, as often as he likes. All calls are made by all ranks alike.
template <class P> class AnyRun {
  public:
    virtual ~AnyRun() = default;

    /// Moves on to the end of the last stage, or until `watcher`, if there is one, or a signal asks
    /// for a stop; returns whether it came to that end. Where it stops changes no bit. Throws
    /// PhysicsError where the simulation fails; nothing but the destructor may follow.
    virtual bool advance(Observer* watcher) = 0;

    /// Makes the step where it stands survive the end of the process: where the run keeps
    /// checkpoints, there is one of that step when this returns. Changes no bit.
    virtual void keep() {}

    /// Ends the run where it stands, with a checkpoint if it keeps any. Returns success or stopped.
    virtual ExitCode end() = 0;

    /// What its owner should know of what has happened since this was last asked, where no log says
    /// it.
    virtual std::vector<Diagnostic> take_warnings() { return {}; }

    virtual AnySimulation<P>& simulation() = 0;
    virtual const Config& config() const = 0;
    virtual const SystemParts& parts() const = 0;
};

} // namespace mdsim
