// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/open_pass.hpp"

namespace mdsim {

/// What follows a pass.
struct PassEnd {
    bool rebuild = false;
    bool again = false; ///< another pass
};

/// Whether a rebuild is due after the pass's last step; counts steps that were not safe.
MDSIM_HD bool rebuild_is_due(Control& c) {
    const bool far = c.too_far >> c.pass.last & 1u;
    if (c.rebuild_every == 0) return c.exact != 0 ? c.missing_pair >> c.pass.last & 1u : far;
    const bool due = c.step - c.last_rebuild >= c.rebuild_every;
    // By hand, as nvcc 13.0 drops std::popcount from kernels without a word.
    for (unsigned long long left = c.too_far; left != 0; left &= left - 1) ++c.unsafe;
    if (due && far) --c.unsafe;
    return due;
}

MDSIM_HD void note_rebuild(Control& c) {
    const Step interval = c.step - c.last_rebuild;
    if (c.rebuilds == 0 || interval < c.shortest) c.shortest = interval;
    if (interval > c.longest) c.longest = interval;
    c.steps_between += interval;
    c.rebuilds += 1;
    c.last_rebuild = c.step;
}

/// Ends a pass, on the device or on a host that leads the steps: counts its steps, decides on a
/// rebuild and on another pass, and begins it. Ahead of a pause the rebuild is all that may follow.
MDSIM_HD PassEnd end_pass(Control& c) {
    const int steps = c.pass.last + 1;
    c.step += steps;
    c.steps_left -= steps;
    if (c.bodies.any()) c.phase = c.bodies.phase_after(c.phase, steps);
    c.position_buffer ^= steps & 1;
    // Where a sample ends the pass before its first step begins, no step has been done.
    const bool due = steps > 0 && rebuild_is_due(c);
    const bool ended = c.steps_left == 0 || c.halted();
    const bool paused = !ended && c.step == c.pause;
    c.too_far = 0;
    c.missing_pair = 0;
    if (steps > 0) c.rebuild_due = due && ended ? 1 : 0;
    if (due && !ended) note_rebuild(c);
    open_pass(c);
    if (!paused) return {due && !ended, !ended};
    // Where a pass begins with its rebuild, this is one without a step.
    const bool rebuilds = due && c.bodies.chosen();
    if (rebuilds) c.pass.last = -1;
    return {due, rebuilds};
}

} // namespace mdsim
