// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/j_atoms.cuh"

namespace mdsim {

/// Cells that are looked at between two barriers.
inline constexpr std::uint32_t cell_batch = warp_lanes;

/// What the warps of a block pass each other while they look for groups.
struct GroupSearch {
    NearCell cell[cell_batch];
    std::uint32_t first_group[cell_batch + 1]; ///< of each cell, among all groups of the batch
    std::uint32_t count_of_warp[most_own_groups];
};

/// Finds the cells of a batch and numbers their groups. One warp.
template <class P, class Source>
__device__ void find_cells(const Source& source, const DeviceTile<P>& tile,
                           const JAtomsShared<P>& j_atoms, std::uint32_t batch,
                           GroupSearch& search) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    NearCell cell{0, 0, 0, {0, 0, 0, 0}};
    if (batch + lane < source.step_count)
        cell = near_cell<P>(source, place_of(source.cells.global_of(tile.cell), source.grid),
                            source.steps[batch + lane], j_atoms.tile, j_atoms.centre);
    const std::uint32_t groups = (cell.count + warp_lanes - 1) / warp_lanes;
    const std::uint32_t before = sum_before(groups, lane);
    search.cell[lane] = cell;
    search.first_group[lane] = before;
    if (lane + 1 == cell_batch) search.first_group[cell_batch] = before + groups;
}

/// Which cell of the batch group number f belongs to.
__device__ inline std::uint32_t cell_of_group(const GroupSearch& search, std::uint32_t f) {
    std::uint32_t cell = 0;
    for (std::uint32_t step = cell_batch / 2; step > 0; step /= 2)
        cell += search.first_group[cell + step] <= f ? step : 0;
    return cell;
}

/// Looks at one group of the batch for each thread and notes those near the tile, in their order,
/// behind the first `found`; returns how many there are then, also where there is no capacity for
/// them. All threads of the block.
template <class P, class Source>
__device__ std::uint32_t note_groups(const Source& source, const ListOutput<P>& out,
                                     const JAtomsShared<P>& j_atoms, std::uint32_t f,
                                     std::uint32_t found, NearGroup* groups, GroupSearch& search) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const bool exists = f < search.first_group[cell_batch];
    const std::uint32_t c = cell_of_group(search, f);
    const NearCell cell = search.cell[c];
    const std::uint32_t g = f - search.first_group[c];
    const bool near =
        exists && group_is_near<P>(source, out.boxes[cell.group_place + g], cell.image, j_atoms);
    const std::uint32_t hits = __ballot_sync(all_lanes, near);
    if (lane == 0) search.count_of_warp[warp] = __popc(hits);
    __syncthreads();
    std::uint32_t place = found + __popc(hits & ((1u << lane) - 1));
    for (std::uint32_t w = 0; w < blockDim.x / warp_lanes; ++w) {
        place += w < warp ? search.count_of_warp[w] : 0;
        found += search.count_of_warp[w];
    }
    if (near && place < out.capacity.groups) {
        const std::uint32_t left = cell.count - g * warp_lanes;
        groups[place].first = cell.first + g * warp_lanes;
        groups[place].code = NearGroup::encode(left < warp_lanes ? left : warp_lanes, cell.image);
    }
    __syncthreads();
    return found;
}

/// Finds the groups of atoms near the tile, in the order of the stencil; returns how many there
/// are, also where there is no capacity for them. All threads of the block.
template <class P, class Source>
__device__ std::uint32_t find_groups(const Source& source, const ListOutput<P>& out,
                                     const DeviceTile<P>& tile, const JAtomsShared<P>& j_atoms,
                                     NearGroup* groups, GroupSearch& search) {
    std::uint32_t found = 0;
    for (std::uint32_t batch = 0; batch < source.step_count; batch += cell_batch) {
        if (threadIdx.x < warp_lanes) find_cells(source, tile, j_atoms, batch, search);
        __syncthreads();
        const std::uint32_t all = search.first_group[cell_batch];
        for (std::uint32_t base = 0; base < all; base += blockDim.x)
            found = note_groups(source, out, j_atoms, base + threadIdx.x, found, groups, search);
        __syncthreads();
    }
    return found;
}

/// Numbers the slots of all groups and notes which is the first of the tile's own. One warp.
template <class P>
__device__ void number_slots(const DeviceTile<P>& tile, std::uint32_t groups, NearGroup* group,
                             JAtomsShared<P>& j_atoms) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    std::uint32_t total = 0;
    for (std::uint32_t base = 0; base < groups; base += warp_lanes) {
        const std::uint32_t g = base + lane;
        const std::uint32_t atoms = g < groups ? __popc(group[g].selected) : 0;
        const std::uint32_t slot = total + sum_before(atoms, lane);
        if (g < groups) {
            group[g].slot = slot;
            if (group[g].first == tile.first && !group[g].moved()) j_atoms.own_slot = slot;
        }
        total = __shfl_sync(all_lanes, slot + atoms, warp_lanes - 1);
    }
    if (lane == 0) j_atoms.slots = total;
}

/// Reserves capacity in the arenas for the slots and the runs of the tile. One thread.
template <class P, class Source>
__device__ void reserve_capacity(const Source& source, const ListOutput<P>& out,
                                 JAtomsShared<P>& j_atoms) {
    const std::uint32_t windows = (j_atoms.slots + source.window - 1) / source.window;
    j_atoms.first_slot = atomicAdd(&out.use->slots, j_atoms.slots);
    j_atoms.first_run =
        atomicAdd(&out.use->runs, windows * source.potentials * source.shape.warps());
}

/// Whether the arenas held what `reserve_capacity` took.
template <class P, class Source>
__device__ bool has_capacity(const Source& source, const ListOutput<P>& out,
                             const JAtomsShared<P>& j_atoms) {
    const std::uint32_t windows = (j_atoms.slots + source.window - 1) / source.window;
    const std::uint32_t runs = windows * source.potentials * source.shape.warps();
    return j_atoms.slots <= out.capacity.slots &&
           j_atoms.first_slot <= out.capacity.slots - j_atoms.slots && runs <= out.capacity.runs &&
           j_atoms.first_run <= out.capacity.runs - runs;
}

/// Writes the slots of one group to the arena. One warp.
template <class P, class Source>
__device__ void write_slots(const Source& source, const ListOutput<P>& out, const NearGroup& group,
                            std::uint32_t first_slot) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    if ((group.selected >> lane & 1u) == 0) return;
    const std::uint32_t slot = first_slot + group.slot_of(lane);
    out.slots[slot] = group.first + lane;
    if (source.images) out.slot_image[slot] = group.image();
}

/// Finds the j-atoms of a tile, its own atoms included, as selected atoms of groups; returns how
/// many groups there are, or nothing where there was no capacity. All threads of the block.
template <class P, class Source>
__device__ std::uint32_t find_j_atoms(const Source& source, const ListOutput<P>& out,
                                      const DeviceTile<P>& tile, JAtomsShared<P>& j_atoms,
                                      NearGroup* groups, GroupSearch& search) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t warps = blockDim.x / warp_lanes;
    if (warp == 0) frame_tile(source, out.boxes, tile, j_atoms);
    __syncthreads();
    const std::uint32_t found = find_groups(source, out, tile, j_atoms, groups, search);
    if (found > out.capacity.groups) {
        if (threadIdx.x == 0) atomicMax(&out.use->groups, found);
        return 0;
    }
    for (std::uint32_t g = warp; g < found; g += GroupBatch<P>::most * warps)
        select_atoms(source, tile, j_atoms, GroupBatch<P>{groups, g, warps, found});
    __syncthreads();
    if (warp == 0) number_slots(tile, found, groups, j_atoms);
    __syncthreads();
    return found;
}

} // namespace mdsim
