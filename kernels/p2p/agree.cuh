// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/agreement_view.hpp"
#include "kernels/p2p/letters.cuh"

namespace mdsim {

namespace agreeing {

/// `Agreed` as the threads of a block make it, in shared memory.
struct Joined {
    unsigned long long word;
    unsigned long long lost;
};

/// Puts a letter with a word into the box of each rank, this one's own included. The fence makes
/// all that was written before this visible to whoever has the letter.
__device__ inline void post_word(const AgreementView& view, unsigned long long word,
                                 std::uint32_t epoch) {
    for (unsigned to = threadIdx.x; to < static_cast<unsigned>(view.ranks); to += blockDim.x) {
        system_fence();
        post(view.box_of[to] + view.letter_of(view.rank, epoch), seal(word, epoch));
    }
}

/// Waits for a letter; returns 0, or why it is waited for no longer.
__device__ inline unsigned long long await(const AgreementView& view, const Letter* box, Rank from,
                                           std::uint32_t epoch, unsigned long long begun,
                                           Letter& letter) {
    constexpr int looks = 64; // between glances at the clock
    const Letter* const place = box + view.letter_of(from, epoch);
    for (;;) {
#pragma unroll 1
        for (int k = 0; k < looks; ++k) {
            letter = look(place);
            if (is_for(letter, epoch)) return 0;
        }
        const unsigned long long off = look(box + view.calling_off()).low;
        if (off != 0) return off;
        if (ns_since(begun) > view.limit) return lost_rank(from);
    }
}

/// Joins the words of all ranks; returns when this thread began to wait for them.
__device__ inline unsigned long long collect_words(const AgreementView& view, std::uint32_t epoch,
                                                   Joined& joined) {
    const Letter* const box = view.box_of[view.rank];
    const unsigned long long begun = clock_ns();
    for (unsigned from = threadIdx.x; from < static_cast<unsigned>(view.ranks);
         from += blockDim.x) {
        Letter letter{};
        const unsigned long long lost =
            await(view, box, static_cast<Rank>(from), epoch, begun, letter);
        if (lost != 0)
            atomicMax(&joined.lost, lost);
        else
            atomicOr(&joined.word, unseal(letter));
    }
    system_fence();
    return begun;
}

/// Ends the waits of all ranks, of this one too.
__device__ inline void call_off(const AgreementView& view, unsigned long long why) {
    for (unsigned to = threadIdx.x; to < static_cast<unsigned>(view.ranks); to += blockDim.x)
        post(view.box_of[to] + view.calling_off(), {why, 0});
}

} // namespace agreeing

/// Meets all other ranks: what was written before this, by this block and by all kernels that ended
/// before its own began, is visible after it to every rank that met, wherever it was written.
///
/// All threads of one block, all with this rank's word; each gets the answer.
__device__ inline Agreed agree(const AgreementView& view, unsigned long long word) {
    __shared__ agreeing::Joined joined;
    const AgreementState before = *view.state;
    const std::uint32_t epoch = before.epoch + 1;
    if (threadIdx.x == 0) joined = {0, before.lost};
    __syncthreads();
    unsigned long long begun = 0;
    if (before.lost == 0) {
        agreeing::post_word(view, word, epoch);
        begun = agreeing::collect_words(view, epoch, joined);
    }
    __syncthreads();
    const Agreed all{joined.word, joined.lost};
    if (threadIdx.x == 0) {
        view.state->epoch = epoch;
        view.state->lost = all.lost;
    }
    if (before.lost == 0 && all.lost != 0) agreeing::call_off(view, all.lost);
    __syncthreads();
    // Not before the barrier: the others need not wait for the clock.
    if (threadIdx.x == 0 && before.lost == 0) view.state->waited = before.waited + ns_since(begun);
    return all;
}

} // namespace mdsim
