// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "kernels/state/coupled_bodies.hpp"
#include "ops/step_schedule.hpp"

namespace mdsim {

/// What a rebuild ran out of capacity for; bits of Control::no_capacity.
inline constexpr std::int32_t no_capacity_for_atoms = 1;
inline constexpr std::int32_t no_capacity_for_lists = 2;
inline constexpr std::int32_t no_capacity_for_migrants = 4;

/// Most step kernels of a graph pass: Control keeps a bit for each.
inline constexpr int longest_pass = 64;

/// In place of the number of a step kernel: the first of a pass, where a branch of the graph does
/// its step ahead of the body.
inline constexpr int branch_kernel = longest_pass;

/// In place of a step ahead of which passes end.
inline constexpr Step no_pause = -1;

/// Which step kernels of a pass do their steps, and where positions lie meanwhile. Every block asks
/// this before all else, so it is one word of the memory.
struct alignas(16) StepPass {
    std::int32_t last = 0;          ///< the last kernel that does its step
    std::int32_t first_of_body = 0; ///< the first one; 1 where a branch does the step of kernel 0
    std::int32_t buffer = 0;        ///< where kernel 0 finds the positions
    std::int32_t place = 0;         ///< of the box of kernel 0 among those of the batch
};

/// Where a run stands, in the memory of the device, so that it can go on without the host.
///
/// A graph repeats *passes*: a body of a fixed number of step kernels, and perhaps a branch that
/// does the first step of the pass ahead of it. Kernel k of a pass does nothing if k is beyond
/// `pass.last`, which the kernels themselves bring down when a rebuild is due.
struct Control {
    // Of the pass in hand; written between passes, `pass.last`, `too_far`, `missing_pair` and
    // `fault` also by step kernels and checks of lists.
    StepPass pass;
    LocalIndex owned = 0; ///< atoms of this rank
    LocalIndex local = 0; ///< with those of its halo
    LocalIndex present =
        0; ///< that lie in the arrays while they are sorted, those that leave included
    std::int32_t position_buffer = 0; ///< which of the two holds the positions as the pass begins
    unsigned long long too_far = 0;   ///< a bit for each step after which atoms were too far
    unsigned long long missing_pair =
        0;                  ///< a bit for each step after which a pair was missing from lists
    Step step = 0;          ///< the step that the pass begins with
    std::int64_t phase = 0; ///< of the bodies: that of this step

    // Of the batch.
    Step first_step = 0;
    std::int64_t steps_left = 0;
    std::int64_t rebuild_every = 0; ///< 0: whenever lists may be stale
    Step last_rebuild = 0;
    StepSchedule schedule;
    CoupledBodies bodies;
    std::int32_t pass_length = 0; ///< step kernels in a body, at most `longest_pass`
    /// The step ahead of which passes end, with lists that serve, so that somebody can look at the
    /// atoms; no_pause: there is none.
    Step pause = no_pause;
    std::int64_t looked = 0; ///< how often somebody has
    LocalIndex fault = no_atom;
    /// The rank that did not arrive, as in AllReduced; 0: all did.
    unsigned long long lost = 0;
    /// On another rank there is a fault.
    std::int32_t stopped = 0;
    std::int32_t no_capacity = 0; ///< in a rebuild, on some rank, for what
    /// Whether a search for missing pairs decides on rebuilds once an atom moved too far; otherwise
    /// such an atom alone decides.
    std::int32_t exact = 0;
    std::int32_t rebuild_due = 0; ///< after the last step done

    // What happened on the batch.
    std::int64_t rebuilds = 0;
    std::int64_t steps_between = 0;
    Step shortest = 0;
    Step longest = 0;
    std::int64_t unsafe = 0;

    /// On some rank a sum is out of range, or a barostat cannot act: the run stands at that step.
    std::int32_t stuck = 0;

    /// The positions have gone over to the other buffer, between two passes.
    MDSIM_HD void change_buffers() {
        position_buffer ^= 1;
        pass.buffer ^= 1;
    }
    /// The next pass does the steps of the kernels up to `last`, the first of them perhaps by a
    /// branch.
    MDSIM_HD void choose_kernels(std::int32_t last, bool branch) {
        MDSIM_EXPECT(last < longest_pass);
        pass = {last, branch ? 1 : 0, position_buffer,
                static_cast<std::int32_t>(step - first_step)};
    }

    /// Whether something keeps the run from going on, here or on another rank.
    MDSIM_HD bool halted() const {
        return fault != no_atom || stopped != 0 || lost != 0 || no_capacity != 0 || stuck != 0;
    }
};

/// The number in the pass of a step kernel of a body or of a branch.
MDSIM_HD int number_in_pass(int kernel) { return kernel == branch_kernel ? 0 : kernel; }

/// Whether a step kernel of a body or of a branch does its step in this pass; a negative number
/// stands for none of a pass.
MDSIM_HD bool does_step(const StepPass& pass, int kernel) {
    if (kernel < 0) return true;
    if (kernel == branch_kernel) return pass.last >= 0;
    return kernel >= pass.first_of_body && kernel <= pass.last;
}
MDSIM_HD bool does_step(const Control& control, int kernel) {
    return does_step(control.pass, kernel);
}

/// Which of the two buffers holds the positions as step kernel `kernel` of the pass begins.
MDSIM_HD int positions_before(const StepPass& pass, int kernel) {
    MDSIM_EXPECT(kernel >= 0);
    return (pass.buffer + kernel) & 1;
}

/// The same; for a negative number those in use.
MDSIM_HD int positions_before(const Control& control, int kernel) {
    return kernel < 0 ? control.position_buffer : positions_before(control.pass, kernel);
}

/// And which when it has ended.
MDSIM_HD int positions_after(const Control& control, int kernel) {
    return positions_before(control, kernel) ^ (kernel < 0 ? 0 : 1);
}

/// The step that a step kernel of the pass does.
MDSIM_HD Step step_of_kernel(const Control& control, int kernel) { return control.step + kernel; }

/// How much capacity the lists of a build took, and which bounds were too small.
struct ListUse {
    std::uint32_t slots = 0;     ///< of the arena; more than there is: the build must be repeated
    std::uint32_t runs = 0;      ///< likewise
    std::uint32_t chunks = 0;    ///< likewise
    std::uint32_t groups = 0;    ///< most groups of atoms near one tile
    std::uint32_t neighbors = 0; ///< most that one atom has in a window and part
    std::uint32_t cell = 0;      ///< most atoms of one cell
    std::uint32_t tiles = 0;
    unsigned long long pairs = 0;
};

/// The bounds that a build must keep to.
struct ListCapacity {
    std::uint32_t slots = 0;
    std::uint32_t runs = 0;
    std::uint32_t chunks = 0;
    std::uint32_t groups = 0;
    std::uint32_t neighbors = 0; ///< of one atom in a window and part
    std::uint32_t cell = 0;      ///< where cells are not ordered within

    MDSIM_HD bool holds(const ListUse& use) const {
        return use.slots <= slots && use.runs <= runs && use.chunks <= chunks &&
               use.groups <= groups && use.neighbors <= neighbors && use.cell <= cell;
    }
};

} // namespace mdsim
