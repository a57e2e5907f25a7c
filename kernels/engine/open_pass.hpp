// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/split_steps.hpp"

namespace mdsim {

/// The kernels of the pass that do a step of a series, a bit for each.
MDSIM_HD unsigned long long kernels_on(const Control& c, const StepSeries& series) {
    unsigned long long bits = 0;
    if (!series.any()) return bits;
    const Step end = c.step + c.pass.last - c.pass.first;
    for (Step step = series.next_from(c.step); step <= end; step += series.every)
        bits |= 1ull << (c.pass.first + step - c.step);
    return bits;
}

/// Says which kernels of a pass that has been chosen couple on the way.
MDSIM_HD void choose_coupled(Control& c) {
    const auto later = [&](const StepSeries& series) {
        return StepSeries{series.first + c.schedule.delay, series.every};
    };
    c.coupled.pressure = kernels_on(c, c.schedule.rescaled);
    c.coupled.measure = c.coupled.pressure | kernels_on(c, c.schedule.coupled);
    c.coupled.act =
        kernels_on(c, later(c.schedule.rescaled)) | kernels_on(c, later(c.schedule.coupled));
}

/// Chooses the kernels that do their steps in a pass that begins now.
MDSIM_HD void open_pass(Control& c) {
    std::int64_t until = steps_to_branch(c);
    const auto at_most = [&until](std::int64_t steps) {
        if (steps < until) until = steps;
    };
    std::int32_t first = 0;
    if (const StepSeries& split = c.bodies.split; split.any())
        first = static_cast<std::int32_t>((c.step - split.first) % split.every);
    MDSIM_EXPECT(first < c.pass_length);
    at_most(c.pass_length - first);
    if (c.rebuild_every > 0) {
        const std::int64_t rebuilt = c.last_rebuild + c.rebuild_every - c.step;
        at_most(rebuilt > 0 ? rebuilt : 1);
    }
    c.choose_kernels(first, first + static_cast<std::int32_t>(until) - 1, branches_on(c, c.step));
    if (c.bodies.fused) choose_coupled(c);
}

/// Whether a branch does the first step of the pass that has been opened.
MDSIM_HD bool begins_with_branch(const Control& c) { return c.pass.first_of_body > c.pass.first; }

} // namespace mdsim
