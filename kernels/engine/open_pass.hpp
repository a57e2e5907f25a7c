// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/split_steps.hpp"

namespace mdsim {

/// Chooses the kernels that do their steps in a pass that begins now.
MDSIM_HD void open_pass(Control& c) {
    std::int64_t until = steps_to_branch(c);
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    at_most(c.pass_length);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    c.choose_kernels(static_cast<std::int32_t>(until) - 1, branches_on(c, c.step));
}

/// Leaves the first step of the pass that has been opened to a branch, whatever it is.
MDSIM_HD void leave_to_branch(Control& c) { c.pass.first_of_body = 1; }

/// Whether a branch does the first step of the pass that has been opened.
MDSIM_HD bool begins_with_branch(const Control& c) { return c.pass.first_of_body > 0; }

} // namespace mdsim
