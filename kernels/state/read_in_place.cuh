// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>

#include "core/matrix3.hpp"

namespace mdsim {

// Reads from the memory of the device at the place of the call and nowhere else: the compiler would
// read once and keep what it has read, at the price of registers. Through the cache of the SM, so
// not for what this kernel, or one that it overlaps with, may change.

/// Whole 16-byte words.
template <class T> __device__ T read_in_place(const T* from) {
    static_assert(sizeof(T) % sizeof(uint4) == 0 && alignof(T) % sizeof(uint4) == 0);
    const std::size_t address = __cvta_generic_to_global(from);
    uint4 word[sizeof(T) / sizeof(uint4)];
#pragma unroll
    for (std::size_t k = 0; k < sizeof(T) / sizeof(uint4); ++k)
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(word[k].x), "=r"(word[k].y), "=r"(word[k].z), "=r"(word[k].w)
                     : "l"(address + k * sizeof(uint4)));
    T value;
    memcpy(&value, word, sizeof value);
    return value;
}

/// A matrix that is aligned to 16 bytes.
__device__ inline LowerTriangular<float> read_in_place(const LowerTriangular<float>* from) {
    const std::size_t address = __cvta_generic_to_global(from);
    LowerTriangular<float> m;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(m.xx), "=f"(m.xy), "=f"(m.yy), "=f"(m.xz)
                 : "l"(address));
    asm volatile("ld.global.v2.f32 {%0, %1}, [%2 + 16];" : "=f"(m.yz), "=f"(m.zz) : "l"(address));
    return m;
}
__device__ inline LowerTriangular<double> read_in_place(const LowerTriangular<double>* from) {
    const std::size_t address = __cvta_generic_to_global(from);
    LowerTriangular<double> m;
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(m.xx), "=d"(m.xy) : "l"(address));
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2 + 16];" : "=d"(m.yy), "=d"(m.xz) : "l"(address));
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2 + 32];" : "=d"(m.yz), "=d"(m.zz) : "l"(address));
    return m;
}

} // namespace mdsim
