// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"

namespace mdsim {

/// Whether a branch of the graph does a step: one that is observed, or on which a thermostat acts
/// where bodies have no kernels for that.
MDSIM_HD bool branches_on(const Control& c, Step step) {
    const SplitWork work = c.schedule.plan(step);
    return work.observed || (work.couples && c.coupled_kernels == 0);
}

/// How many steps there are, the one in hand included, before the next step of a branch; at most
/// those that are left of the batch.
MDSIM_HD std::int64_t steps_to_branch(const Control& c) {
    std::int64_t steps = c.steps_left;
    const auto end_at = [&](const StepSeries& series) {
        const std::int64_t left = series.next_from(c.step + 1) - c.step;
        if (left < steps) steps = left;
    };
    if (c.schedule.coupled.any() && c.coupled_kernels == 0) end_at(c.schedule.coupled);
    if (c.schedule.observed.any()) end_at(c.schedule.observed);
    return steps;
}

/// Ends a pass with a sample whose sums are out of range, taken in kernel `kernel` of it: the step
/// is not started, and forces stay as they are stored.
MDSIM_HD void end_with_sample(Control& c, int kernel) {
    c.overflowed = 1;
    c.pass.last = kernel - 1;
}

} // namespace mdsim
