// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cooperative_groups.h>

#include "kernels/forces/walk.cuh"

namespace mdsim {

/// A whole turn in one kernel, for systems of which all tiles are resident at once: blocks keep
/// their tiles, and wait for each other between steps instead of being started anew.
template <class P, class Law, bool one_type, bool images, class Ending>
__global__ void __launch_bounds__(256, sizeof(typename P::Real) == 4 ? 5 : 2)
    walk_turn(WalkArgs<P> args, LawTable<Law> table, Ending ending) {
    extern __shared__ __align__(16) std::byte memory[];
    const Control& control = *args.atoms.control;
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    // Kernels bring it down while others read it, but never below the step they are at.
    const volatile std::int32_t& last = control.last_of_turn;
    const auto all_blocks = cooperative_groups::this_grid();
    for (int k = 0; k <= last; ++k) {
        if (tile.count > 0)
            walk_tile<P, Law, one_type, images, ReadAgain>(
                args, table, ending, tile, StepInTurn(control, k),
                reinterpret_cast<Vec4<typename P::Real>*>(memory));
        if (k + 1 < control.turn_length) all_blocks.sync();
    }
}

} // namespace mdsim
