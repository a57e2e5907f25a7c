// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/peers/agreement_view.hpp"
#include "kernels/peers/letters.cuh"

namespace mdsim {

namespace agreeing {

/// `Agreed` as the threads of a block make it, in shared memory.
struct Joined {
    unsigned long long word[AgreementWords::count];
    unsigned long long lost;
};

/// Puts a letter for each word into the box of each rank, this one's own included. The fence makes
/// all that was written before this visible to whoever has the letter; it comes after the loads, or
/// their time would add to its own.
__device__ inline void post_words(const AgreementView& view, const AgreementWords* mine,
                                  std::uint32_t epoch) {
    const unsigned letters = static_cast<unsigned>(view.ranks) * AgreementWords::count;
    for (unsigned i = threadIdx.x; i < letters; i += blockDim.x) {
        const unsigned k = i % AgreementWords::count;
        Letter* const box = view.box_of[i / AgreementWords::count];
        const unsigned long long word =
            mine != nullptr ? mine->word(k) : AgreementWords::neutral(k);
        system_fence();
        post(box + view.letter_of(view.rank, k, epoch), seal(word, epoch));
    }
}

/// Waits for a letter; returns 0, or why it is waited for no longer.
__device__ inline unsigned long long await(const AgreementView& view, const Letter* box, Rank from,
                                           unsigned word, std::uint32_t epoch,
                                           unsigned long long begun, Letter& letter) {
    constexpr int looks = 64; // between glances at the clock
    const Letter* const place = box + view.letter_of(from, word, epoch);
    for (;;) {
#pragma unroll 1
        for (int k = 0; k < looks; ++k) {
            letter = look(place);
            if (is_for(letter, epoch)) return 0;
        }
        const unsigned long long off = look(box + view.calling_off()).low;
        if (off != 0) return off;
        if (clock_ns() - begun > view.limit) return lost_rank(from);
    }
}

/// Joins the words of all ranks; returns when this thread began to wait for them.
__device__ inline unsigned long long collect_words(const AgreementView& view, std::uint32_t epoch,
                                                   Joined& joined) {
    const Letter* const box = view.box_of[view.rank];
    const unsigned long long begun = clock_ns();
    const unsigned letters = static_cast<unsigned>(view.ranks) * AgreementWords::count;
    for (unsigned i = threadIdx.x; i < letters; i += blockDim.x) {
        const unsigned k = i % AgreementWords::count;
        Letter letter{};
        const unsigned long long lost =
            await(view, box, static_cast<Rank>(i / AgreementWords::count), k, epoch, begun, letter);
        if (lost != 0)
            atomicMax(&joined.lost, lost); // calling off counts more than staying away
        else if (k < 2)
            atomicOr(&joined.word[k], unseal(letter));
        else
            atomicMin(&joined.word[k], unseal(letter));
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
/// All threads of one block; each gets the answer. `mine` (null: nothing to share) is memory that
/// all of them see.
__device__ inline Agreed agree(const AgreementView& view, const AgreementWords* mine) {
    __shared__ agreeing::Joined joined;
    const AgreementState before = *view.state;
    const std::uint32_t epoch = before.epoch + 1;
    if (threadIdx.x < AgreementWords::count)
        joined.word[threadIdx.x] = AgreementWords::neutral(threadIdx.x);
    if (threadIdx.x == 0) joined.lost = before.lost;
    __syncthreads();
    unsigned long long begun = 0;
    if (before.lost == 0) {
        agreeing::post_words(view, mine, epoch);
        begun = agreeing::collect_words(view, epoch, joined);
    }
    __syncthreads();
    const Agreed all{{{joined.word[0], joined.word[1]}, {joined.word[2], joined.word[3]}},
                     joined.lost};
    if (threadIdx.x == 0) {
        view.state->epoch = epoch;
        view.state->lost = all.lost;
    }
    if (before.lost == 0 && all.lost != 0) agreeing::call_off(view, all.lost);
    __syncthreads();
    // Not before the barrier: the others need not wait for the clock.
    if (threadIdx.x == 0 && before.lost == 0)
        view.state->waited = before.waited + (clock_ns() - begun);
    return all;
}

} // namespace mdsim
