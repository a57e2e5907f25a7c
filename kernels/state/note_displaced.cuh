// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/warp.cuh"
#include "kernels/state/displaced_atoms.hpp"

namespace mdsim {

/// Notes those of a warp's atoms, all of one cell, that are displaced. `buffer` is that of the
/// positions in which they are.
__device__ inline void note_displaced(const DisplacedAtoms& noted, int buffer, std::uint32_t cell,
                                      LocalIndex atom, bool displaced) {
    const unsigned lanes = __ballot_sync(all_lanes, displaced);
    const std::uint32_t lane = threadIdx.x % 32;
    std::uint32_t place = 0;
    if (lane == 0 && lanes != 0)
        place =
            atomicAdd(&pick(noted.count, buffer)[cell], static_cast<std::uint32_t>(__popc(lanes)));
    place = __shfl_sync(all_lanes, place, 0) + __popc(lanes & ((1u << lane) - 1));
    if (displaced && place < noted.capacity)
        noted.atom[std::size_t{cell} * noted.capacity + place] = atom;
}

} // namespace mdsim
