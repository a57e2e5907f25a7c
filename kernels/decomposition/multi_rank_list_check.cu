// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/multi_rank_list_check.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/decomposition/barrier.cuh"
#include "kernels/neighbor/missing_pair_search.cuh"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/last_block.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

namespace {

/// The number of the all-reduce after a step; grows from step to step.
__device__ unsigned long long barrier_number(const Control& control, int kernel) {
    return static_cast<unsigned long long>(step_of_kernel(control, kernel)) + 1;
}

/// Lets other blocks go on. All threads of the block that did the all-reduce.
__device__ void release_blocks(ListCheckState& state, unsigned long long number) {
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    atomicExch(&state.passed, number);
}

/// Waits for the block that all-reduces, which waits for other ranks no longer than the all-reduce
/// allows.
__device__ void await_release(ListCheckState& state, unsigned long long number) {
    if (threadIdx.x == 0) {
        while (*static_cast<volatile unsigned long long*>(&state.passed) != number) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

/// The first block all-reduces; the others then note the displaced atoms of the halo.
template <class P>
__global__ void reduce_and_note(MissingPairSearch<P> search, AllReduceView view,
                                ListCheckState* state, int queued) {
    wait_for_kernel_before();
    let_next_kernel_begin();
    Control& control = *search.atoms.control;
    if (!does_step(control, queued)) return;
    const int kernel = number_in_pass(queued);
    const unsigned long long number = barrier_number(control, kernel);
    if (blockIdx.x == 0) {
        reduce_after_step(view, control, kernel);
        return release_blocks(*state, number);
    }
    await_release(*state, number);
    const auto far = *static_cast<volatile unsigned long long*>(&control.too_far);
    if (!(far >> kernel & 1u)) return;
    // Cells go to blocks in turns, so that all have some where there are few.
    const std::uint32_t blocks = gridDim.x - 1;
    note_halo_cells(searched_after(search, kernel), positions_after(control, kernel),
                    blockIdx.x - 1 + threadIdx.x / warp_lanes * blocks, blocks * search_warps);
}

/// Blocks of `reduce_and_note`: so few that all are at work at once, as they wait for the first,
/// also where a few ranks share a GPU.
template <class P> unsigned most_reducing_blocks() {
    int blocks = 0;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce_and_note<P>,
                                                             search_threads, 0),
               "counting blocks that all-reduce");
    constexpr unsigned sharing = 4;
    return std::max(2u, multiprocessors() * static_cast<unsigned>(blocks) / sharing);
}

/// The blocks share the cells; the last one all-reduces.
template <class P>
__global__ void __launch_bounds__(search_threads, search_blocks)
    search_and_reduce(MissingPairSearch<P> search, AllReduceView view, ListCheckState* state,
                      int queued) {
    __shared__ SearchShared<P> shared;
    wait_for_kernel_before();
    let_next_kernel_begin();
    Control& control = *search.atoms.control;
    if (!does_step(control, queued)) return;
    const int kernel = number_in_pass(queued);
    search_cells(searched_after(search, kernel), kernel, shared);
    if (checked(control, kernel) && is_last_block(state->searched))
        reduce_after_check(view, control, kernel);
}

} // namespace

template <class P>
MultiRankListCheck<P>::MultiRankListCheck() : most_noting_blocks_(most_reducing_blocks<P>() - 1) {}

template <class P>
void MultiRankListCheck<P>::queue(const Stream& stream, const AllReduceView& view,
                                  const MissingPairSearch<P>& search, int kernel, bool early) {
    const CellMap& cells = search.source.cells;
    MDSIM_EXPECT(cells.owned > 0 && cells.owned <= cells.all);
    const unsigned noting = std::min(cells.all - cells.owned, most_noting_blocks_);
    ListCheckState* const state = state_.data();
    launch_kernel(stream, {1 + noting, search_threads, 0}, early, reduce_and_note<P>, search, view,
                  state, kernel);
    const unsigned searching = std::min(cells.owned, search_blocks * multiprocessors());
    launch_kernel(stream, {searching, search_threads, 0}, early, search_and_reduce<P>, search, view,
                  state, kernel);
}

template class MultiRankListCheck<MixedPrecision>;
template class MultiRankListCheck<DoublePrecision>;

} // namespace mdsim
