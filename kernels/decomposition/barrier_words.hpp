// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/state/split_steps.hpp"

namespace mdsim {

// The words that ranks all-reduce by bitwise or, and what each rank does with the result. They are
// the same where devices synchronize and where hosts do.

namespace barrier_bits {
inline constexpr unsigned long long displaced_atoms = 1;
inline constexpr unsigned long long fault = 2;
} // namespace barrier_bits

/// After step kernel `kernel` of a pass.
MDSIM_HD unsigned long long word_after_step(const Control& c, int kernel) {
    MDSIM_EXPECT(0 <= kernel && kernel < 64); // a bit for each
    return ((c.too_far & 1ull << kernel) != 0 ? barrier_bits::displaced_atoms : 0) |
           (c.fault != no_atom ? barrier_bits::fault : 0);
}

MDSIM_HD void apply_after_step(Control& c, unsigned long long all, int kernel) {
    if ((all & barrier_bits::displaced_atoms) != 0) {
        c.too_far |= 1ull << kernel;
        if (c.exact == 0 && c.rebuild_every == 0) c.pass.last = kernel;
    }
    if ((all & barrier_bits::fault) != 0) {
        c.stopped = 1;
        c.pass.last = kernel;
    }
}

/// After a sample of step kernel `kernel`.
MDSIM_HD unsigned long long word_after_sample(const Control& c) { return c.stuck != 0 ? 1 : 0; }

MDSIM_HD void apply_after_sample(Control& c, unsigned long long all, int kernel) {
    if (all != 0) end_before_step(c, kernel);
}

/// Whether a search for missing pairs follows a step; all ranks know it alike.
MDSIM_HD bool checked(const Control& c, int kernel) {
    return (c.too_far >> kernel & 1u) != 0 && c.stopped == 0 && c.lost == 0;
}

/// After that search.
MDSIM_HD unsigned long long word_after_check(const Control& c, int kernel) {
    return c.missing_pair >> kernel & 1u;
}

MDSIM_HD void apply_after_check(Control& c, unsigned long long all, int kernel) {
    if (all == 0) return;
    c.missing_pair |= 1ull << kernel;
    c.pass.last = kernel;
}

} // namespace mdsim
