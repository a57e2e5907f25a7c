// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/mailbox.cuh"

namespace mdsim {

namespace mailbox {

/// `AllReduced` as the threads of a block make it, in shared memory.
struct Joined {
    unsigned long long word;
    unsigned long long lost;
};

/// Posts a word to the mailbox of each rank, this one included. The fence makes
/// all that was written before this visible to whoever reads the slot.
__device__ inline void post_words(const AllReduceView& view, unsigned long long word,
                                  std::uint32_t epoch) {
    for (unsigned to = threadIdx.x; to < static_cast<unsigned>(view.ranks); to += blockDim.x) {
        system_fence();
        post_slot(view.mailbox_of[to] + view.slot_of(view.rank, epoch), pack_slot(word, epoch));
    }
}

/// Waits until a slot is filled; returns 0, or why the wait ended without it.
__device__ inline unsigned long long await_slot(const AllReduceView& view,
                                                const MailboxSlot* mailbox, Rank from,
                                                std::uint32_t epoch, unsigned long long started,
                                                MailboxSlot& slot) {
    constexpr int looks = 64; // between glances at the clock
    const MailboxSlot* const place = mailbox + view.slot_of(from, epoch);
    for (;;) {
#pragma unroll 1
        for (int k = 0; k < looks; ++k) {
            slot = read_slot(place);
            if (is_for(slot, epoch)) return 0;
        }
        const unsigned long long off = read_slot(mailbox + view.abort_slot()).low;
        if (off != 0) return off;
        if (ns_since(started) > view.limit) return lost_rank(from);
    }
}

/// Joins the words of all ranks; returns when this thread began to wait for them.
__device__ inline unsigned long long collect_words(const AllReduceView& view, std::uint32_t epoch,
                                                   Joined& joined) {
    const MailboxSlot* const mailbox = view.mailbox_of[view.rank];
    const unsigned long long started = clock_ns();
    for (unsigned from = threadIdx.x; from < static_cast<unsigned>(view.ranks);
         from += blockDim.x) {
        MailboxSlot slot{};
        const unsigned long long lost =
            await_slot(view, mailbox, static_cast<Rank>(from), epoch, started, slot);
        if (lost != 0)
            atomicMax(&joined.lost, lost);
        else
            atomicOr(&joined.word, unpack_word(slot));
    }
    system_fence();
    return started;
}

/// Ends the waits of all ranks, of this one too.
__device__ inline void abort_all(const AllReduceView& view, unsigned long long why) {
    for (unsigned to = threadIdx.x; to < static_cast<unsigned>(view.ranks); to += blockDim.x)
        post_slot(view.mailbox_of[to] + view.abort_slot(), {why, 0});
}

} // namespace mailbox

/// All-reduces a word by bitwise or, which is a barrier of all ranks too: what this block and all
/// kernels that ended before its own began have written, to any rank, is visible after it to every
/// rank.
///
/// All threads of one block, all with this rank's word; each gets the result.
__device__ inline AllReduced all_reduce(const AllReduceView& view, unsigned long long word) {
    __shared__ mailbox::Joined joined;
    const AllReduceState before = *view.state;
    const std::uint32_t epoch = before.epoch + 1;
    if (threadIdx.x == 0) joined = {0, before.lost};
    __syncthreads();
    unsigned long long started = 0;
    if (before.lost == 0) {
        mailbox::post_words(view, word, epoch);
        started = mailbox::collect_words(view, epoch, joined);
    }
    __syncthreads();
    const AllReduced all{joined.word, joined.lost};
    if (threadIdx.x == 0) {
        view.state->epoch = epoch;
        view.state->lost = all.lost;
    }
    if (before.lost == 0 && all.lost != 0) mailbox::abort_all(view, all.lost);
    __syncthreads();
    // Not before the barrier: the others need not wait for the clock.
    if (threadIdx.x == 0 && before.lost == 0)
        view.state->waited = before.waited + ns_since(started);
    return all;
}

} // namespace mdsim
