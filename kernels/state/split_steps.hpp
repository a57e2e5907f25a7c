// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"

namespace mdsim {

/// Whether a branch of the graph does a step: one that has a sample, or on which something acts for
/// which bodies have no kernels.
MDSIM_HD bool branches_on(const Control& c, Step step) {
    const SplitWork work = c.schedule.plan(step);
    if (work.observed) return true;
    if (work.rescales) return !c.bodies.rescale;
    return work.couples && !c.bodies.split.any();
}

/// How many steps there are, the one in hand included, before the next step of a branch; at most
/// those that are left of the batch.
MDSIM_HD std::int64_t steps_to_branch(const Control& c) {
    std::int64_t steps = c.steps_left;
    const auto end_at = [&](const StepSeries& series) {
        if (!series.any()) return;
        const std::int64_t left = series.next_from(c.step + 1) - c.step;
        if (left < steps) steps = left;
    };
    if (!c.bodies.split.any()) end_at(c.schedule.coupled);
    if (!c.bodies.rescale) end_at(c.schedule.rescaled);
    end_at(c.schedule.observed);
    return steps;
}

/// Ends a pass before the step of kernel `kernel` of it begins, for which a sum is out of range or
/// whose barostat cannot act: forces stay as they are stored, and velocities complete.
MDSIM_HD void end_before_step(Control& c, int kernel) {
    c.stuck = 1;
    c.pass.last = kernel - 1;
}

/// Ends the batch with the step of kernel `kernel` of the pass.
MDSIM_HD void end_behind_step(Control& c, int kernel) {
    c.pass.last = kernel;
    c.steps_left = kernel - c.pass.first + 1;
}

} // namespace mdsim
