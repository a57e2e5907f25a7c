// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

typedef std::uint16_t EightEntries __attribute__((vector_size(16))); // NOLINT(modernize-use-using)

/// Swaps rows and columns of eight times eight entries.
MDSIM_HD void transpose_eight(EightEntries (&m)[8]) {
    const EightEntries low{0, 8, 1, 9, 2, 10, 3, 11};
    const EightEntries high{4, 12, 5, 13, 6, 14, 7, 15};
    EightEntries t[8];
    for (int i = 0; i < 4; ++i) {
        t[2 * i] = __builtin_shuffle(m[i], m[i + 4], low);
        t[2 * i + 1] = __builtin_shuffle(m[i], m[i + 4], high);
    }
    for (int i = 0; i < 4; ++i) {
        m[2 * i] = __builtin_shuffle(t[i], t[i + 4], low);
        m[2 * i + 1] = __builtin_shuffle(t[i], t[i + 4], high);
    }
    for (int i = 0; i < 4; ++i) {
        t[2 * i] = __builtin_shuffle(m[i], m[i + 4], low);
        t[2 * i + 1] = __builtin_shuffle(m[i], m[i + 4], high);
    }
    for (int i = 0; i < 8; ++i) m[i] = t[i];
}

/// See InterleaveRows: first the entries of each lane side by side, then blocks of eight by eight.
inline void interleave_rows(const LaneNeighbors* lanes, std::uint32_t rows, std::uint16_t* scratch,
                            std::uint16_t* out) {
    const std::size_t stride = (rows + 15) / 16 * 16;
    for (int lane = 0; lane < group_lanes; ++lane) {
        std::uint16_t* column = scratch + static_cast<std::size_t>(lane) * stride;
        const std::size_t count = lanes[lane].count;
        const std::uint32_t* codes = lanes[lane].codes;
        for (std::size_t k = 0; k < count; ++k) column[k] = static_cast<std::uint16_t>(codes[k]);
        for (std::size_t k = count; k < stride; ++k) column[k] = 0;
    }
    for (std::size_t row = 0; row < rows; row += 8) {
        for (std::size_t half = 0; half < group_lanes; half += 8) {
            EightEntries block[8];
            for (std::size_t i = 0; i < 8; ++i)
                __builtin_memcpy(&block[i], scratch + (half + i) * stride + row, sizeof block[i]);
            transpose_eight(block);
            const std::size_t left = rows - row;
            for (std::size_t i = 0; i < 8 && i < left; ++i)
                __builtin_memcpy(out + (row + i) * group_lanes + half, &block[i], sizeof block[i]);
        }
    }
}

} // namespace mdsim::simd::MDSIM_SIMD
