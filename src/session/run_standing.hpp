// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "core/ids.hpp"
#include "metrics/run_readings.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// How far a run is, as far as the run itself knows it.
struct RunStanding {
    RunState state = RunState::running;
    std::size_t stage = 0;
    Step step = 0;
    Step last_step = 0;
    double steps_per_second = 0;
    Step checkpoint = -1; ///< the last one that was written to its end; -1: none
    std::string message{};
};

/// Puts how far the run is now into the readings, and leaves the others as they are.
void read_standing(const RunStanding& standing, const RunContext& context, RunReadings& readings);

} // namespace mdsim
