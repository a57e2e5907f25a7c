// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/agreement_view.hpp"

namespace mdsim {

/// Orders what this thread has seen and done before it, and after it, for all GPUs of the system.
__device__ inline void system_fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }

/// Writes a letter into a box, perhaps of another GPU. Each half arrives whole, in any order.
__device__ inline void post(Letter* place, const Letter& letter) {
    asm volatile("st.relaxed.sys.v2.u64 [%0], {%1, %2};" ::"l"(place), "l"(letter.low),
                 "l"(letter.high)
                 : "memory");
}

/// What lies in a box now.
__device__ inline Letter look(const Letter* place) {
    Letter letter{};
    asm volatile("ld.relaxed.sys.v2.u64 {%0, %1}, [%2];"
                 : "=l"(letter.low), "=l"(letter.high)
                 : "l"(place)
                 : "memory");
    return letter;
}

__device__ inline Letter seal(unsigned long long word, std::uint32_t epoch) {
    const unsigned long long number = static_cast<unsigned long long>(epoch) << 32;
    return {(word & 0xffffffffu) | number, word >> 32 | number};
}

/// Whether a letter is for this agreement, and whole.
__device__ inline bool is_for(const Letter& letter, std::uint32_t epoch) {
    return letter.low >> 32 == epoch && letter.high >> 32 == epoch;
}

__device__ inline unsigned long long unseal(const Letter& letter) {
    return (letter.low & 0xffffffffu) | letter.high << 32;
}

/// A clock that runs at the same pace on all SMs, also while they sleep [ns].
__device__ inline unsigned long long clock_ns() {
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// How long ago that was [ns]; the clock may go back by a tick from one look to the next.
__device__ inline unsigned long long ns_since(unsigned long long begun) {
    const auto passed = static_cast<long long>(clock_ns() - begun);
    return passed > 0 ? static_cast<unsigned long long>(passed) : 0;
}

} // namespace mdsim
