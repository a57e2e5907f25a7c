// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/find_missing_pairs.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/neighbor/missing_pair_search.cuh"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// In place of the number of a step kernel: outside of passes.
constexpr int outside_passes = -1;

/// The blocks share the cells.
template <class P>
__global__ void __launch_bounds__(search_threads, search_blocks)
    find(MissingPairSearch<P> search, int kernel) {
    __shared__ SearchShared<P> shared;
    const Control& control = *search.atoms.control;
    if (!does_step(control, kernel)) return;
    const int number = number_in_pass(kernel);
    search_cells(searched_after(search, number), number, shared);
}

/// The number of a warp in the grid.
__device__ std::uint32_t warp_of_grid() {
    return blockIdx.x * search_warps + threadIdx.x / warp_lanes;
}

/// One warp for each cell.
template <class P> __global__ void note(MissingPairSearch<P> search) {
    const std::uint32_t cell = warp_of_grid();
    if (cell < search.source.cells.all)
        note_cell(searched_after(search, outside_passes), search.atoms.control->position_buffer,
                  cell);
}

/// The warps share the cells of the halo.
template <class P> __global__ void note_halo(MissingPairSearch<P> search, int queued) {
    const Control& control = *search.atoms.control;
    if (!does_step(control, queued)) return;
    const int kernel = number_in_pass(queued);
    if (!(control.too_far >> kernel & 1u)) return;
    note_halo_cells(searched_after(search, kernel), positions_after(control, kernel),
                    warp_of_grid(), gridDim.x * search_warps);
}

/// Blocks that have a warp for each of so many cells.
unsigned blocks_of_warps(std::uint32_t cells) { return (cells + search_warps - 1) / search_warps; }

template <class P>
void launch_find(const Stream& stream, const MissingPairSearch<P>& search, int kernel) {
    MDSIM_EXPECT(search.displaced.capacity > 0 &&
                 search.displaced.capacity <= most_displaced_atoms);
    const unsigned blocks = std::min(search.source.cells.owned, search_blocks * multiprocessors());
    find<P><<<blocks, search_threads, 0, stream.get()>>>(search, kernel);
    check_launch("find missing pairs");
}

} // namespace

template <class P>
void find_missing_pairs(const Stream& stream, const MissingPairSearch<P>& search, int kernel) {
    MDSIM_EXPECT(search.source.cells.owned > 0 &&
                 search.source.cells.owned <= search.source.cells.all);
    const CellMap& cells = search.source.cells;
    if (cells.all > cells.owned) {
        const unsigned blocks = blocks_of_warps(cells.all - cells.owned);
        note_halo<P><<<blocks, search_threads, 0, stream.get()>>>(search, kernel);
        check_launch("note displaced atoms of the halo");
    }
    launch_find(stream, search, kernel);
}

template <class P>
void find_missing_pairs_now(const Stream& stream, const MissingPairSearch<P>& search) {
    const std::uint32_t cells = search.source.cells.all;
    const auto clear = [&] {
        for (std::uint32_t* count : search.displaced.count) stream.zero(count, cells);
    };
    clear();
    note<P><<<blocks_of_warps(cells), search_threads, 0, stream.get()>>>(search);
    check_launch("note displaced atoms");
    launch_find(stream, search, outside_passes);
    clear();
}

template void find_missing_pairs(const Stream&, const MissingPairSearch<MixedPrecision>&, int);
template void find_missing_pairs(const Stream&, const MissingPairSearch<DoublePrecision>&, int);
template void find_missing_pairs_now(const Stream&, const MissingPairSearch<MixedPrecision>&);
template void find_missing_pairs_now(const Stream&, const MissingPairSearch<DoublePrecision>&);

} // namespace mdsim
