// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/split_steps.hpp"

namespace mdsim {

/// The steps up to where a pass that begins now must end.
MDSIM_HD std::int32_t steps_of_pass(const Control& c) {
    std::int64_t until = steps_to_branch(c);
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    at_most(c.pass_length);
    if (c.pause > c.step) at_most(c.pause - c.step);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    return static_cast<std::int32_t>(until);
}

/// Chooses the kernels that do their steps in a pass that begins now. Where each pass is one of
/// many bodies, the step of a branch is a pass of its own.
MDSIM_HD void open_pass(Control& c) {
    const bool branch = branches_on(c, c.step);
    c.choose_kernels(branch && c.bodies.chosen() ? 0 : steps_of_pass(c) - 1, branch);
}

/// The same for the first pass of a batch or behind a pause, ahead of which its branch is queued:
/// `between_kicks` leaves the first step to one, whatever it is.
MDSIM_HD void open_first_pass(Control& c, bool between_kicks) {
    c.choose_kernels(steps_of_pass(c) - 1, between_kicks || branches_on(c, c.step));
}

/// Goes on from a pause ahead of step `at`, where somebody has looked, to the next one, ahead of
/// `next`. Where passes have ended before, those that follow do no step.
MDSIM_HD void resume_passes(Control& c, Step at, Step next) {
    if (c.halted() || c.step != at) {
        c.pass.last = -1;
        return;
    }
    ++c.looked;
    c.pause = next;
    open_first_pass(c, false);
}

/// Whether a branch does the first step of the pass that has been opened.
MDSIM_HD bool begins_with_branch(const Control& c) { return c.pass.first_of_body > 0; }

} // namespace mdsim
