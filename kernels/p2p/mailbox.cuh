// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/all_reduce_view.hpp"

namespace mdsim {

/// Orders what this thread has seen and done before it, and after it, for all GPUs of the system.
__device__ inline void system_fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }

/// Fills a slot, perhaps of another GPU. Each half arrives whole, in any order.
__device__ inline void post_slot(MailboxSlot* place, const MailboxSlot& slot) {
    asm volatile("st.relaxed.sys.v2.u64 [%0], {%1, %2};" ::"l"(place), "l"(slot.low), "l"(slot.high)
                 : "memory");
}

/// What a slot holds now.
__device__ inline MailboxSlot read_slot(const MailboxSlot* place) {
    MailboxSlot slot{};
    asm volatile("ld.relaxed.sys.v2.u64 {%0, %1}, [%2];"
                 : "=l"(slot.low), "=l"(slot.high)
                 : "l"(place)
                 : "memory");
    return slot;
}

__device__ inline MailboxSlot pack_slot(unsigned long long word, std::uint32_t epoch) {
    const unsigned long long number = static_cast<unsigned long long>(epoch) << 32;
    return {(word & 0xffffffffu) | number, word >> 32 | number};
}

/// Whether a slot belongs to this all-reduce and is whole.
__device__ inline bool is_for(const MailboxSlot& slot, std::uint32_t epoch) {
    return slot.low >> 32 == epoch && slot.high >> 32 == epoch;
}

__device__ inline unsigned long long unpack_word(const MailboxSlot& slot) {
    return (slot.low & 0xffffffffu) | slot.high << 32;
}

/// A clock that runs at the same pace on all SMs, also while they sleep [ns].
__device__ inline unsigned long long clock_ns() {
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// How long ago that was [ns]; the clock may go back by a tick from one look to the next.
__device__ inline unsigned long long ns_since(unsigned long long started) {
    const auto passed = static_cast<long long>(clock_ns() - started);
    return passed > 0 ? static_cast<unsigned long long>(passed) : 0;
}

} // namespace mdsim
