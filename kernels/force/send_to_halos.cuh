// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/prefetch.cuh"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/sent_atoms.hpp"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

/// What threads must know of their tile to send its atoms.
struct TileSent {
    std::uint32_t peers; ///< how many see its cell
    std::uint32_t first_group;

    TileSent() = default;
    template <class P>
    __device__ explicit TileSent(const DeviceTile<P>& tile)
        : peers(static_cast<std::uint32_t>(tile.sent)),
          first_group(group_place(tile.first, tile.cell)) {}
};

/// The same in shared memory: a step has no registers to spare for it, and must not wait for its
/// tile once more.
__device__ inline TileSent& tile_sent() {
    __shared__ TileSent sent;
    return sent;
}

/// Fills tile_sent(), for after the next barrier, and asks for what the thread of atom `number` of
/// the tile will read.
template <class P>
__device__ void prepare_to_send(const SentAtoms<P>& out, const DeviceTile<P>& tile,
                                std::uint32_t number) {
    const TileSent sent(tile);
    if (threadIdx.x == 0) tile_sent() = sent;
    if (sent.peers != 0) prefetch(&out.group[sent.first_group + number / warp_lanes]);
}

/// Calls write(peer, place) for all who see atom `number` of a tile: where it lies in their arrays.
template <class P, class Write>
__device__ void for_each_halo(const SentAtoms<P>& out, const TileSent& tile, std::uint32_t number,
                              const Write& write) {
    const std::uint32_t place = tile.first_group + number / warp_lanes;
    MDSIM_EXPECT(tile.peers == 0 || place < out.group_capacity);
    const std::uint32_t lane = number % warp_lanes;
    for (std::uint32_t k = 0; k < tile.peers; ++k) {
        const SentGroup group = out.group[std::size_t{k} * out.group_capacity + place];
        if (!(group.lanes >> lane & 1u)) continue;
        const LocalIndex before = static_cast<LocalIndex>(__popc(group.lanes & ((1u << lane) - 1)));
        write(group.peer, group.place + before);
    }
}

/// Sends atom `number` of a tile, which has moved, to those who see it: into their arrays of buffer
/// `buffer`.
template <class P>
__device__ void send_to_halos(const SentAtoms<P>& out, const TileSent& tile, std::uint32_t number,
                              const Site<P>& moved, int buffer) {
    for_each_halo(out, tile, number, [&](Rank peer, LocalIndex place) {
        pick(out.site, buffer)[peer][place] = moved;
    });
}

} // namespace mdsim
