// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"

namespace mdsim {

/// Whether a branch of the graph does a step: one that has a sample, or on which something acts for
/// which bodies have no kernels.
MDSIM_HD bool branches_on(const Control& c, Step step) {
    if (c.bodies.does_all(c.schedule)) return !c.bodies.observed && c.schedule.observed.on(step);
    return c.bodies.leave(c.schedule.plan(step));
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
    const auto end_at_both = [&](const StepSeries& series) {
        end_at(series);
        end_at(series.later(c.schedule.delay));
    };
    if (!c.bodies.coupled) end_at_both(c.schedule.coupled);
    if (!c.bodies.rescaled) end_at_both(c.schedule.rescaled);
    if (!c.bodies.observed) end_at(c.schedule.observed);
    return steps;
}

/// Ends a pass before the step of kernel `kernel` of it begins, for which a sum is out of range or
/// whose barostat cannot act: forces stay as they are stored, and velocities complete.
MDSIM_HD void end_before_step(Control& c, int kernel) {
    c.stuck = 1;
    c.pass.last = kernel - 1;
}

/// Ends the batch with a step, which the pass in hand, or a later one, has not begun yet or is
/// doing.
MDSIM_HD void end_behind_step(Control& c, Step step) {
    const Step steps = step - c.step + 1; // from the first one of the pass
    MDSIM_EXPECT(steps > 0);
    if (steps < c.steps_left) c.steps_left = steps;
    if (steps > longest_pass) return;
    const auto last = static_cast<std::int32_t>(steps - 1);
#ifdef __CUDA_ARCH__
    atomicMin(&c.pass.last, last); // which others bring down meanwhile
#else
    if (last < c.pass.last) c.pass.last = last;
#endif
}

} // namespace mdsim
