// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The place of a point on Hilbert's curve through a cube of 2^levels points a side.
///
/// Skilling, AIP Conf. Proc. 707, 381 (2004), doi:10.1063/1.1751381.
MDSIM_HD std::uint32_t hilbert_index(Vec3<std::uint32_t> u, int levels) {
    MDSIM_EXPECT(0 < levels && levels <= 10); // 30 bits
    MDSIM_EXPECT((u.x | u.y | u.z) >> levels == 0);
    std::uint32_t axis[3] = {u.x, u.y, u.z};
    const std::uint32_t top = 1u << (levels - 1);
    for (std::uint32_t q = top; q > 1; q >>= 1) {
        const std::uint32_t low = q - 1;
        for (int i = 0; i < 3; ++i) {
            if (axis[i] & q) {
                axis[0] ^= low;
            } else {
                const std::uint32_t t = (axis[0] ^ axis[i]) & low;
                axis[0] ^= t;
                axis[i] ^= t;
            }
        }
    }
    axis[1] ^= axis[0];
    axis[2] ^= axis[1];
    std::uint32_t flips = 0;
    for (std::uint32_t q = top; q > 1; q >>= 1) {
        if (axis[2] & q) flips ^= q - 1;
    }
    std::uint32_t index = 0;
    for (int bit = levels - 1; bit >= 0; --bit) {
        for (int i = 0; i < 3; ++i) index = index << 1 | (((axis[i] ^ flips) >> bit) & 1u);
    }
    return index;
}

} // namespace mdsim
