// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/atoms_view.hpp"
#include "kernels/state/sent_atoms.hpp"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

/// Sends the atoms of the block's tile to those who see them: where they are in the arrays of
/// buffer `buffer`, which this block has just written. All threads.
template <class P>
__device__ void send_moved(const SentAtoms<P>& out, const DeviceTile<P>& tile, const Site<P>* own,
                           int buffer) {
    const std::uint32_t end = out.first_of_cell[tile.cell + 1];
    std::uint32_t entry = out.first_of_cell[tile.cell];
    if (entry < end) __syncthreads();
    for (; entry < end; ++entry) {
        const std::uint32_t cell = out.shown_of_cell[entry];
        const Rank peer = out.shown[cell].peer;
        const LocalIndex shift = out.shift_to(peer);
        Site<P>* site = pick(out.site, buffer)[peer];
        const LocalIndex behind = out.shown_first[cell + 1];
        for (LocalIndex k = out.shown_first[cell] + threadIdx.x; k < behind; k += blockDim.x) {
            const LocalIndex i = out.atom[k];
            if (i - tile.first < tile.count) site[k + shift] = own[i];
        }
    }
}

} // namespace mdsim
