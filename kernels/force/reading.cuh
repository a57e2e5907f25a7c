// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/early_start.cuh"

namespace mdsim {

/// A record of whole 16-byte words, read where all blocks see what others wrote: past the cache of
/// the SM.
template <class T> __device__ T read_shared_by_blocks(const T* from) {
    static_assert(sizeof(T) % sizeof(uint4) == 0);
    alignas(T) uint4 word[sizeof(T) / sizeof(uint4)];
    for (std::size_t k = 0; k < sizeof(T) / sizeof(uint4); ++k)
        word[k] = __ldcg(reinterpret_cast<const uint4*>(from) + k);
    T value;
    memcpy(&value, word, sizeof value);
    return value;
}

/// For kernels that begin when all before them is done. Entries are read once per step, and must
/// not push positions out of the caches.
struct ReadOnce {
    using Length = ToLastEntry;
    static constexpr bool overlaps = false;
    /// Slots that a thread reads at once.
    template <class Real> static constexpr std::uint32_t batch = sizeof(Real) == 8 ? 2 : 3;

    template <class T> __device__ static T changing(const T* from) { return *from; }
    template <class T> __device__ static T changing_number(const T* from) { return *from; }
    __device__ static void wait_for_step_before() {}
    /// Ends a kernel that has nothing to do.
    __device__ static void end_idle() {}
    __device__ static void let_next_step_begin() {}
};

/// For steps of few tiles, which begin while the step before ends: what does not change from step
/// to step is read meanwhile, what does past the cache of the SM, where old values may be.
struct ReadAhead {
    using Length = ToLastChunk; ///< the code for the rest costs more than the rest
    static constexpr bool overlaps = true;
    template <class Real> static constexpr std::uint32_t batch = 7;

    template <class T> __device__ static T changing(const T* from) {
        return read_shared_by_blocks(from);
    }
    template <class T> __device__ static T changing_number(const T* from) { return __ldcg(from); }
    __device__ static void wait_for_step_before() { wait_for_kernel_before(); }
    __device__ static void end_idle() { pass_over(); }
    __device__ static void let_next_step_begin() { let_next_kernel_begin(); }
};

} // namespace mdsim
