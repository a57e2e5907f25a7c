// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/barrier_words.hpp"
#include "kernels/p2p/all_reduce.cuh"

namespace mdsim {

/// All-reduces a word by bitwise or. All threads of the block, all with the same word; if a rank is
/// lost, the pass ends.
__device__ inline unsigned long long all_reduce_or_end(const AllReduceView& view, Control& control,
                                                       unsigned long long word, int kernel) {
    const AllReduced all = all_reduce(view, word);
    if (all.lost != 0 && threadIdx.x == 0) {
        control.lost = all.lost;
        control.pass.last = kernel;
    }
    return all.lost != 0 ? 0 : all.word;
}

/// The all-reduce after step kernel `kernel`, which was done. All threads of one block.
__device__ inline void reduce_after_step(const AllReduceView& view, Control& control, int kernel) {
    const unsigned long long all =
        all_reduce_or_end(view, control, word_after_step(control, kernel), kernel);
    if (threadIdx.x == 0) apply_after_step(control, all, kernel);
}

/// The all-reduce after the search that followed it. All threads of one block.
__device__ inline void reduce_after_check(const AllReduceView& view, Control& control, int kernel) {
    const unsigned long long all =
        all_reduce_or_end(view, control, word_after_check(control, kernel), kernel);
    if (threadIdx.x == 0) apply_after_check(control, all, kernel);
}

} // namespace mdsim
