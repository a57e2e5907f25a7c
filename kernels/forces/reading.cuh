// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/tiles_view.hpp"

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

/// For kernels of one step: rows are read once, and must not push positions out of the caches.
struct ReadOnce {
    template <class T> __device__ static T position(const T* from) { return *from; }
    __device__ static uint4 row(const Chunk* from) {
        return __ldcs(reinterpret_cast<const uint4*>(from));
    }
};

/// For kernels of many steps: rows stay where they are, positions are new on each step.
struct ReadAgain {
    template <class T> __device__ static T position(const T* from) {
        return read_shared_by_blocks(from);
    }
    __device__ static uint4 row(const Chunk* from) {
        return *reinterpret_cast<const uint4*>(from);
    }
};

} // namespace mdsim
