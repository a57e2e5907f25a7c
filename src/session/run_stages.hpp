// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// What the owner of a run has to do with its stages.
struct StageCalls {
    /// Called where the run goes on with a stage.
    std::function<void(const StageSettings&)> before = [](const StageSettings&) {};
    /// Called where a stage is at its end.
    std::function<void(const StageSettings&)> after = [](const StageSettings&) {};
    /// Asked at the end of a stage: whether the run stays there, and is not yet at the next.
    std::function<bool()> stays = [] { return false; };
};

/// Runs the stages from where the simulation stands; returns whether all came to their end.
template <class P>
bool run_stages(const std::vector<StageSettings>& stages, AnySimulation<P>& simulation,
                Observer& observer, const StageCalls& calls);

} // namespace mdsim
