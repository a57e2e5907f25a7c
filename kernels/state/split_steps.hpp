// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"

namespace mdsim {

/// Whether a thermostat acts on a step of the batch.
MDSIM_HD bool couples_on(const Control& c, Step step) {
    return c.couple_every > 0 && (step - c.first_coupled) % c.couple_every == 0;
}

/// Whether a sample of sums is taken at a step of the batch.
MDSIM_HD bool observed_on(const Control& c, Step step) {
    return c.observe_every > 0 && step >= c.first_observed &&
           (step - c.first_observed) % c.observe_every == 0;
}

/// Whether a branch of the graph does a step: one that is observed, or on which a thermostat acts
/// where bodies have no kernels for that.
MDSIM_HD bool branches_on(const Control& c, Step step) {
    return observed_on(c, step) || (c.coupled_kernels == 0 && couples_on(c, step));
}

/// How many steps there are, the one in hand included, before the next step of a branch; at most
/// those that are left of the batch.
MDSIM_HD std::int64_t steps_to_branch(const Control& c) {
    std::int64_t steps = c.steps_left;
    if (c.couple_every > 0 && c.coupled_kernels == 0) {
        const std::int64_t coupled = c.couple_every - (c.step - c.first_coupled) % c.couple_every;
        if (coupled < steps) steps = coupled;
    }
    if (c.observe_every > 0) {
        const std::int64_t since = c.step - c.first_observed;
        const std::int64_t observed =
            since < 0 ? -since : c.observe_every - since % c.observe_every;
        if (observed < steps) steps = observed;
    }
    return steps;
}

/// Ends a pass with a sample whose sums are out of range, taken in kernel `kernel` of it: the step
/// is not started, and forces stay as they are stored.
MDSIM_HD void end_with_sample(Control& c, int kernel) {
    c.overflowed = 1;
    c.last_of_pass = kernel - 1;
}

} // namespace mdsim
