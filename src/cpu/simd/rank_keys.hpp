// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/sort_kernels.hpp"

namespace mdsim::simd::MDSIM_SIMD {

typedef std::int32_t KeyPack __attribute__((vector_size(64))); // NOLINT(modernize-use-using)

/// The ranks of `packs` times 16 keys from `own` on among `count` keys.
template <int packs>
MDSIM_HD void rank_packs(const std::int32_t* key, std::size_t count, const std::int32_t* own,
                         std::int32_t* rank) {
    KeyPack mine[packs];
    KeyPack below[packs] = {};
    __builtin_memcpy(mine, own, sizeof mine);
    for (std::size_t k = 0; k < count; ++k) {
        const KeyPack other = key[k] - KeyPack{};
        for (int i = 0; i < packs; ++i) below[i] -= other < mine[i];
    }
    __builtin_memcpy(rank, below, sizeof below);
}

/// See RankKeys.
inline void rank_keys(const std::int32_t* key, std::size_t count, std::int32_t* rank) {
    constexpr std::size_t width = rank_padding;
    std::size_t i = 0;
    for (; i + 3 * width < count; i += 4 * width) rank_packs<4>(key, count, key + i, rank + i);
    for (; i < count; i += width) rank_packs<1>(key, count, key + i, rank + i);
}

} // namespace mdsim::simd::MDSIM_SIMD
