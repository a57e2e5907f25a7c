// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/find_lacking.hpp"

#include <algorithm>

#include "kernels/neighbor/lack_search.cuh"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// In place of the number of a step kernel: outside of turns.
constexpr int survey = -1;

/// The blocks share the cells.
template <class P>
__global__ void __launch_bounds__(search_threads, search_blocks)
    find(LackSearch<P> search, int kernel) {
    __shared__ LackShared<P> shared;
    if (does_step(*search.atoms.control, kernel)) search_cells(search, kernel, shared);
}

/// The number of a warp in the grid.
__device__ std::uint32_t warp_of_grid() {
    return blockIdx.x * search_warps + threadIdx.x / warp_lanes;
}

/// One warp for each cell.
template <class P> __global__ void note(LackSearch<P> search) {
    const std::uint32_t cell = warp_of_grid();
    if (cell < search.source.cells.all)
        note_cell(search, search.atoms.control->position_buffer, cell);
}

/// The warps share the cells of the halo.
template <class P> __global__ void note_halo(LackSearch<P> search, int kernel) {
    const Control& control = *search.atoms.control;
    if (!does_step(control, kernel) || !(control.too_far >> kernel & 1u)) return;
    note_halo_cells(search, positions_after(control, kernel), warp_of_grid(),
                    gridDim.x * search_warps);
}

/// Blocks that have a warp for each of so many cells.
unsigned blocks_of_warps(std::uint32_t cells) { return (cells + search_warps - 1) / search_warps; }

template <class P> void launch_find(const Stream& stream, const LackSearch<P>& search, int kernel) {
    const unsigned blocks = std::min(search.source.cells.owned, search_blocks * multiprocessors());
    find<P><<<blocks, search_threads, 0, stream.get()>>>(search, kernel);
    check_launch("find lacking pairs");
}

} // namespace

template <class P>
void find_lacking(const Stream& stream, const LackSearch<P>& search, int kernel) {
    const CellMap& cells = search.source.cells;
    if (cells.all > cells.owned) {
        const unsigned blocks = blocks_of_warps(cells.all - cells.owned);
        note_halo<P><<<blocks, search_threads, 0, stream.get()>>>(search, kernel);
        check_launch("note far atoms of the halo");
    }
    launch_find(stream, search, kernel);
}

template <class P> void survey_lacking(const Stream& stream, const LackSearch<P>& search) {
    const std::uint32_t cells = search.source.cells.all;
    const auto clear = [&] {
        for (std::uint32_t* count : search.far.count) stream.zero(count, cells);
    };
    clear();
    note<P><<<blocks_of_warps(cells), search_threads, 0, stream.get()>>>(search);
    check_launch("note far atoms");
    launch_find(stream, search, survey);
    clear();
}

template void find_lacking(const Stream&, const LackSearch<MixedPrecision>&, int);
template void find_lacking(const Stream&, const LackSearch<DoublePrecision>&, int);
template void survey_lacking(const Stream&, const LackSearch<MixedPrecision>&);
template void survey_lacking(const Stream&, const LackSearch<DoublePrecision>&);

} // namespace mdsim
