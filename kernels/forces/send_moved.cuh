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
    if (tile.sent == 0) return;
    const SentCell* end = out.sent_cell + out.sent_of_cell[tile.cell + 1];
    __syncthreads();
    for (const SentCell* sent = out.sent_cell + (tile.sent - 1); sent != end; ++sent) {
        Site<P>* site = pick(out.site, buffer)[sent->peer];
        const LocalIndex shift = sent->shift;
        const std::uint32_t part = sent->part_of(tile.first);
        const std::uint32_t last_part = sent->part_of(tile.first + tile.count - 1);
        const LocalIndex behind = sent->first[last_part + 1];
        for (LocalIndex k = sent->first[part] + threadIdx.x; k < behind; k += blockDim.x) {
            const LocalIndex i = out.atom[k];
            if (i - tile.first < tile.count) site[k + shift] = own[i];
        }
    }
}

} // namespace mdsim
