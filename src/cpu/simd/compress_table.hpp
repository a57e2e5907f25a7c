// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim::simd::avx2 {

/// For each mask of eight lanes, the lanes that are set, in order, then zeros.
struct CompressTable {
    alignas(32) std::uint32_t order[256][8];
    constexpr const std::uint32_t* operator[](unsigned mask) const { return order[mask]; }
};

/// Lane orders for a mask of `lanes` lanes of `words` 32-bit words each.
template <int lanes, int words> constexpr CompressTable make_compress_table() {
    CompressTable table{};
    for (unsigned mask = 0; mask < (1u << lanes); ++mask) {
        int filled = 0;
        for (int lane = 0; lane < lanes; ++lane) {
            if ((mask >> lane & 1u) == 0) continue;
            for (int word = 0; word < words; ++word)
                table.order[mask][filled++] = static_cast<std::uint32_t>(lane * words + word);
        }
    }
    return table;
}

static constexpr CompressTable compress_eight = make_compress_table<8, 1>();
static constexpr CompressTable compress_pairs = make_compress_table<4, 2>();

} // namespace mdsim::simd::avx2
