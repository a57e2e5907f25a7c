// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/check_together.hpp"

#include <algorithm>

#include "kernels/decomposition/meet.cuh"
#include "kernels/neighbor/lack_search.cuh"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

namespace {

/// Names the meeting after a step; grows from step to step.
__device__ unsigned long long number_of(const Control& control, int kernel) {
    return static_cast<unsigned long long>(step_of_kernel(control, kernel)) + 1;
}

/// Lets other blocks go on. All threads of the block that met.
__device__ void tell_met(CheckState& state, unsigned long long number) {
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    atomicExch(&state.met, number);
}

/// Waits for the block that meets, which waits for other ranks no longer than the all-reduce
/// allows.
__device__ void await_met(CheckState& state, unsigned long long number) {
    if (threadIdx.x == 0) {
        while (*static_cast<volatile unsigned long long*>(&state.met) != number) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

/// The first block meets; the others then note the far atoms of the halo.
template <class P>
__global__ void meet_and_note(LackSearch<P> search, AllReduceView view, CheckState* state,
                              int kernel) {
    wait_for_kernel_before();
    let_next_kernel_begin();
    Control& control = *search.atoms.control;
    if (!does_step(control, kernel)) return;
    const unsigned long long number = number_of(control, kernel);
    if (blockIdx.x == 0) {
        meet_after_step(view, control, kernel);
        return tell_met(*state, number);
    }
    await_met(*state, number);
    const auto far = *static_cast<volatile unsigned long long*>(&control.too_far);
    if (!(far >> kernel & 1u)) return;
    // Cells go to blocks in turns, so that all have some where there are few.
    const std::uint32_t blocks = gridDim.x - 1;
    note_halo_cells(search, positions_after(control, kernel),
                    blockIdx.x - 1 + threadIdx.x / warp_lanes * blocks, blocks * search_warps);
}

/// Blocks of `meet_and_note`: so few that all are at work at once, as they wait for the first, also
/// where a few ranks share a GPU.
template <class P> unsigned most_meeting_blocks() {
    int blocks = 0;
    check_cuda(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet_and_note<P>, search_threads, 0),
        "counting blocks that meet");
    constexpr unsigned sharing = 4;
    return std::max(2u, multiprocessors() * static_cast<unsigned>(blocks) / sharing);
}

/// Whether this block is the last to come here. All threads; it sees what the others have written.
__device__ bool comes_last(CheckState& state) {
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&state.searched, 1u) == gridDim.x - 1;
        if (last) state.searched = 0;
        __threadfence();
    }
    __syncthreads();
    return last;
}

/// The blocks share the cells; the last one meets.
template <class P>
__global__ void __launch_bounds__(search_threads, search_blocks)
    search_and_meet(LackSearch<P> search, AllReduceView view, CheckState* state, int kernel) {
    __shared__ LackShared<P> shared;
    wait_for_kernel_before();
    let_next_kernel_begin();
    Control& control = *search.atoms.control;
    if (!does_step(control, kernel)) return;
    search_cells(search, kernel, shared);
    if (checked(control, kernel) && comes_last(*state)) meet_after_check(view, control, kernel);
}

} // namespace

template <class P>
CheckTogether<P>::CheckTogether() : most_noting_blocks_(most_meeting_blocks<P>() - 1) {}

template <class P>
void CheckTogether<P>::queue(const Stream& stream, const AllReduceView& view,
                             const LackSearch<P>& search, int kernel, bool early) {
    const CellMap& cells = search.source.cells;
    const unsigned noting = std::min(cells.all - cells.owned, most_noting_blocks_);
    CheckState* const state = state_.data();
    launch_kernel(stream, {1 + noting, search_threads, 0}, early, meet_and_note<P>, search, view,
                  state, kernel);
    const unsigned searching = std::min(cells.owned, search_blocks * multiprocessors());
    launch_kernel(stream, {searching, search_threads, 0}, early, search_and_meet<P>, search, view,
                  state, kernel);
}

template class CheckTogether<MixedPrecision>;
template class CheckTogether<DoublePrecision>;

} // namespace mdsim
