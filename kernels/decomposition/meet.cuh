// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/meeting_words.hpp"
#include "kernels/p2p/all_reduce.cuh"

namespace mdsim {

/// Shares a word, joined by bitwise or. All threads of the block, all with the same one; if a rank
/// is lost, the turn ends.
__device__ inline unsigned long long share(const AllReduceView& view, Control& control,
                                           unsigned long long word, int kernel) {
    const AllReduced all = all_reduce(view, word);
    if (all.lost != 0 && threadIdx.x == 0) {
        control.lost = all.lost;
        control.last_of_turn = kernel;
    }
    return all.lost != 0 ? 0 : all.word;
}

/// Meets after step kernel `kernel`, which was done. All threads of one block.
__device__ inline void meet_after_step(const AllReduceView& view, Control& control, int kernel) {
    const unsigned long long all = share(view, control, word_after_step(control, kernel), kernel);
    if (threadIdx.x == 0) learn_after_step(control, all, kernel);
}

/// Meets after the search that followed it. All threads of one block.
__device__ inline void meet_after_check(const AllReduceView& view, Control& control, int kernel) {
    const unsigned long long all = share(view, control, word_after_check(control, kernel), kernel);
    if (threadIdx.x == 0) learn_after_check(control, all, kernel);
}

} // namespace mdsim
