// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// Runs the stages from where the simulation stands; returns whether all came to their end. Calls
/// `before` where it goes on with a stage.
template <class P>
bool run_stages(const std::vector<StageSettings>& stages, AnySimulation<P>& simulation,
                Observer& observer, const std::function<void(const StageSettings&)>& before);

} // namespace mdsim
