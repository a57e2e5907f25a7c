// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/neighbor/displaced_against_all.cuh"
#include "kernels/neighbor/displaced_pairs.cuh"
#include "kernels/state/note_displaced.cuh"

namespace mdsim {

/// Blocks of a search for each multiprocessor, which holds them all at once. There are no more, as
/// on most steps there is nothing to do, and starting blocks is what takes time then.
inline constexpr unsigned search_blocks = 4;

template <class P> struct SearchShared {
    OwnDisplaced<P> own;
    DisplacedCells cells;
    DisplacedAround<P> around;
    GroupsAround groups;
};

/// Reads the displaced atoms of a cell. All threads, before a barrier.
template <class P>
__device__ void read_own(const MissingPairSearch<P>& search, int buffer, std::uint32_t cell,
                         std::uint32_t count, SearchShared<P>& shared) {
    MDSIM_EXPECT(count <= most_displaced_atoms);
    if (threadIdx.x == 0) {
        shared.own.count = count;
        shared.around.count = 0;
        shared.groups.count = 0;
    }
    for (std::uint32_t i = threadIdx.x; i < count; i += search_threads)
        shared.own.atom[i] =
            displaced_atom(search.atoms, buffer, search.displaced.atom_of(cell, i));
}

/// Whether a pair is missing with a displaced atom of a cell that has `count` of them. All threads.
template <class P>
__device__ bool cell_has_missing_pair(const MissingPairSearch<P>& search, int buffer,
                                      std::uint32_t cell, std::uint32_t count,
                                      SearchShared<P>& shared) {
    if (count > search.displaced.capacity) return true;
    read_own(search, buffer, cell, count, shared);
    bool found = collect_displaced(search, buffer, cell, shared.own, shared.cells, shared.around);
    for (std::uint32_t i = threadIdx.x / warp_lanes; i < count; i += search_warps) {
        const auto d2 = moved2(search, shared.own.atom[i]);
        found |= d2 > search.box->farthest2;
        if (d2 > search.box->against_all2)
            found |=
                collect_groups_around(search, buffer, cell, shared.own.atom[i], i, shared.groups);
    }
    __syncthreads();
    found |= displaced_have_missing_pair(search, shared.own, shared.around);
    return found || any_group_has_missing_pair(search, buffer, shared.own.atom, shared.groups);
}

/// Whether a pair is missing with a displaced atom of one of this block's cells: the blocks take
/// cells in turns. All threads.
template <class P>
__device__ bool cells_have_missing_pair(const MissingPairSearch<P>& search, int buffer,
                                        std::uint32_t cells, SearchShared<P>& shared) {
    const std::uint32_t* count = pick(search.displaced.count, buffer);
    bool found = false;
    for (std::uint32_t first = blockIdx.x; first < cells; first += warp_lanes * gridDim.x) {
        // Counts of many cells at once, as at first few have displaced atoms; all warps see the
        // same.
        const std::uint32_t mine = first + threadIdx.x % warp_lanes * gridDim.x;
        const std::uint32_t displaced = mine < cells ? count[mine] : 0;
        for (unsigned left = __ballot_sync(all_lanes, displaced > 0); left != 0; left &= left - 1) {
            const int of = __ffs(static_cast<int>(left)) - 1;
            found |= cell_has_missing_pair(search, buffer, __shfl_sync(all_lanes, mine, of),
                                           __shfl_sync(all_lanes, displaced, of), shared);
            __syncthreads();
        }
    }
    return found;
}

/// Notes the displaced atoms of a cell. One warp.
template <class P>
__device__ void note_cell(const MissingPairSearch<P>& search, int buffer, std::uint32_t cell) {
    constexpr std::uint32_t batch = 4; // groups read at once
    const LocalIndex begin = search.source.cell_first[cell];
    const LocalIndex end = search.source.cell_first[cell + 1];
    for (LocalIndex first = begin + threadIdx.x % warp_lanes; __any_sync(all_lanes, first < end);
         first += batch * warp_lanes) {
        MovedAtom<P> atom[batch];
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) {
            const LocalIndex i = first + b * warp_lanes;
            atom[b] = displaced_atom(search.atoms, buffer, i < end ? i : begin);
        }
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) {
            const LocalIndex i = first + b * warp_lanes;
            const bool displaced = i < end && moved2(search, atom[b]) > search.box->lengths.noted2;
            note_displaced(search.displaced, buffer, cell, i, displaced);
        }
    }
}

/// Notes the displaced atoms of those cells of the halo that fall to a warp, which steps of other
/// ranks have moved: `warps` warps share the cells.
template <class P>
__device__ void note_halo_cells(const MissingPairSearch<P>& search, int buffer, std::uint32_t warp,
                                std::uint32_t warps) {
    const CellMap& cells = search.source.cells;
    for (std::uint32_t cell = cells.owned + warp; cell < cells.all; cell += warps) {
        if (threadIdx.x % warp_lanes == 0) pick(search.displaced.count, buffer)[cell] = 0;
        __syncwarp();
        note_cell(search, buffer, cell);
    }
}

/// Searches for a missing pair after step kernel `kernel`, if an atom was too far: Control
/// learns whether there is one. The counts of the next step become zero. All threads of all blocks,
/// which share the cells.
template <class P>
__device__ void search_cells(const MissingPairSearch<P>& search, int kernel,
                             SearchShared<P>& shared) {
    MDSIM_EXPECT(blockDim.x == search_threads && kernel < 64);
    Control& control = *search.atoms.control;
    const int buffer = positions_after(control, kernel);
    const std::uint32_t cells = search.source.cells.owned;
    std::uint32_t* next_count = pick(search.displaced.count, 1 - buffer);
    for (std::uint32_t cell = blockIdx.x * search_threads + threadIdx.x; cell < cells;
         cell += gridDim.x * search_threads)
        next_count[cell] = 0;
    if (kernel >= 0 && !(control.too_far >> kernel & 1u)) return;
    if (!__syncthreads_or(cells_have_missing_pair(search, buffer, cells, shared)) ||
        threadIdx.x != 0)
        return;
    const int bit = kernel < 0 ? 0 : kernel;
    atomicOr(&control.missing_pair, 1ull << bit);
    if (kernel >= 0) atomicMin(&control.pass.last, kernel);
}

} // namespace mdsim
