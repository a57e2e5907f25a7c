// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/halo.cuh"

namespace mdsim {

/// Cells that are looked at between two barriers.
inline constexpr std::uint32_t cell_batch = warp_lanes;

/// What the warps of a block tell each other while they look for groups.
struct SearchShared {
    NearCell cell[cell_batch];
    std::uint32_t count_of_warp[most_own_groups];
};

/// Finds the groups of atoms near the tile, in the order of the stencil; returns how many there
/// are, also where there is no room for them. All threads of the block.
template <class P>
__device__ std::uint32_t find_groups(const ListSource<P>& source, const ListOutput<P>& out,
                                     const DeviceTile<P>& tile, const HaloShared<P>& halo,
                                     NearGroup* groups, SearchShared& search) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t warps = blockDim.x / warp_lanes;
    const Vec3<int> from = place_of(tile.cell, source.grid);
    std::uint32_t found = 0;
    for (std::uint32_t batch = 0; batch < source.step_count; batch += cell_batch) {
        const std::uint32_t left = source.step_count - batch;
        const std::uint32_t cells = left < cell_batch ? left : cell_batch;
        if (threadIdx.x < cells)
            search.cell[threadIdx.x] = near_cell(source, from, source.steps[batch + threadIdx.x]);
        __syncthreads();
        for (std::uint32_t base = 0; base < cells; base += warps) {
            NearCell cell{0, 0, 0, {0, 0, 0, 0}};
            if (base + warp < cells) cell = search.cell[base + warp];
            const NearBits bits = scan_cell<P>(source, out.boxes, cell, halo);
            if (threadIdx.x % warp_lanes == 0) search.count_of_warp[warp] = bits.count;
            __syncthreads();
            std::uint32_t before = found;
            for (std::uint32_t w = 0; w < warps; ++w) {
                before += w < warp ? search.count_of_warp[w] : 0;
                found += search.count_of_warp[w];
            }
            if (bits.count > 0 && before + bits.count <= out.room.groups)
                note_groups<P>(source, out.boxes, cell, bits, halo, groups + before);
            __syncthreads();
        }
    }
    return found;
}

/// Numbers the slots of all groups and notes which is the first of the tile's own. One warp.
template <class P>
__device__ void number_slots(const DeviceTile<P>& tile, std::uint32_t groups, NearGroup* group,
                             HaloShared<P>& halo) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    std::uint32_t total = 0;
    for (std::uint32_t base = 0; base < groups; base += warp_lanes) {
        const std::uint32_t g = base + lane;
        const std::uint32_t atoms = g < groups ? __popc(group[g].selected) : 0;
        const std::uint32_t slot = total + sum_before(atoms, lane);
        if (g < groups) {
            group[g].slot = slot;
            if (group[g].first == tile.first && (group[g].code & 0xffffffu) == 0)
                halo.own_slot = slot;
        }
        total += __shfl_sync(all_lanes, slot + atoms, warp_lanes - 1) - total;
    }
    if (lane == 0) halo.slots = total;
}

/// Writes the slots of one group to the arena. One warp.
template <class P>
__device__ void write_slots(const ListSource<P>& source, const ListOutput<P>& out,
                            const NearGroup& group, std::uint32_t first_slot) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    if ((group.selected >> lane & 1u) == 0) return;
    const std::uint32_t slot =
        first_slot + group.slot + __popc(group.selected & ((1u << lane) - 1));
    out.slots[slot] = group.first + lane;
    if (source.images) out.slot_image[slot] = group.image();
}

/// Finds the halo of a tile, its own atoms included, and writes it to the arena of slots. All
/// threads of the block; false where there was no room.
template <class P>
__device__ bool find_slots(const ListSource<P>& source, const ListOutput<P>& out,
                           const DeviceTile<P>& tile, HaloShared<P>& halo, NearGroup* groups,
                           SearchShared& search) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t warps = blockDim.x / warp_lanes;
    if (warp == 0) frame_tile(source, out.boxes, tile, halo);
    __syncthreads();
    const std::uint32_t found = find_groups(source, out, tile, halo, groups, search);
    if (found > out.room.groups) {
        if (threadIdx.x == 0) atomicMax(&out.use->groups, found);
        return false;
    }
    for (std::uint32_t g = warp; g < found; g += warps) select_atoms(source, tile, halo, groups[g]);
    __syncthreads();
    if (warp == 0) {
        number_slots(tile, found, groups, halo);
        __syncwarp();
        if (threadIdx.x == 0) {
            const std::uint32_t windows = (halo.slots + source.window - 1) / source.window;
            halo.first_slot = atomicAdd(&out.use->slots, halo.slots);
            halo.first_run =
                atomicAdd(&out.use->runs, windows * source.laws * source.shape.warps());
        }
    }
    __syncthreads();
    const std::uint32_t windows = (halo.slots + source.window - 1) / source.window;
    const std::uint32_t runs = windows * source.laws * source.shape.warps();
    if (halo.slots > out.room.slots || halo.first_slot > out.room.slots - halo.slots ||
        runs > out.room.runs || halo.first_run > out.room.runs - runs)
        return false;
    for (std::uint32_t g = warp; g < found; g += warps)
        write_slots(source, out, groups[g], halo.first_slot);
    return true;
}

} // namespace mdsim
