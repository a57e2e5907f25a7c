// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

typedef std::uint32_t EightCodes __attribute__((vector_size(32)));   // NOLINT(modernize-use-using)
typedef std::uint16_t EightEntries __attribute__((vector_size(16))); // NOLINT(modernize-use-using)
static_assert(EntryRun::row_block == 8);

/// The low halves of the first `count` of eight codes, then zeros.
MDSIM_HD EightEntries entries_of(const std::uint32_t* codes, std::uint32_t count) {
    EightCodes wide{};
    if (count >= EntryRun::row_block) {
        __builtin_memcpy(&wide, codes, sizeof wide);
        return __builtin_convertvector(wide, EightEntries);
    }
    EightEntries entries{};
    for (std::uint32_t k = 0; k < count; ++k) entries[k] = static_cast<std::uint16_t>(codes[k]);
    return entries;
}

/// See InterleaveEntries: the low halves of eight codes at a time.
inline void interleave_entries(const LaneNeighbors* lanes, std::uint32_t rows, std::uint16_t* out) {
    const std::size_t stride = EntryRun::capacity(EntryRun::row_block);
    for (std::uint32_t row = 0; row < rows; row += EntryRun::row_block, out += stride) {
        for (std::size_t lane = 0; lane < group_lanes; ++lane) {
            const std::uint32_t left = lanes[lane].count > row ? lanes[lane].count - row : 0;
            const EightEntries entries = entries_of(lanes[lane].codes + (left > 0 ? row : 0), left);
            __builtin_memcpy(out + lane * EntryRun::row_block, &entries, sizeof entries);
        }
    }
}

} // namespace mdsim::simd::MDSIM_SIMD
