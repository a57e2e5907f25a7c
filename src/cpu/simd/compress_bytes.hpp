// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim::simd::neon {

/// For each mask of the lanes of 16 bytes, the bytes of the lanes that are set, in order, then
/// those of the first lane.
struct CompressBytes {
    alignas(16) std::uint8_t order[16][16];
    constexpr const std::uint8_t* operator[](unsigned mask) const { return order[mask]; }
};

/// Byte orders for a mask of `lanes` lanes of `bytes` bytes each.
template <int lanes, int bytes> constexpr CompressBytes make_compress_bytes() {
    CompressBytes table{};
    for (unsigned mask = 0; mask < (1u << lanes); ++mask) {
        int filled = 0;
        for (int lane = 0; lane < lanes; ++lane) {
            if ((mask >> lane & 1u) == 0) continue;
            for (int byte = 0; byte < bytes; ++byte)
                table.order[mask][filled++] = static_cast<std::uint8_t>(lane * bytes + byte);
        }
    }
    return table;
}

static constexpr CompressBytes compress_four = make_compress_bytes<4, 4>();
static constexpr CompressBytes compress_two = make_compress_bytes<2, 8>();

} // namespace mdsim::simd::neon
