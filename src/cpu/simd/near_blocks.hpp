// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The distance of blocks from the region in direction d, zero where they overlap.
MDSIM_HD Pack<float> block_gap(const BlockBoxes& boxes, std::size_t first, const BlockQuery& query,
                               int d) {
    using Numbers = Pack<float>;
    const Numbers above = Numbers::load(boxes.low[d] + first) - Numbers(query.high[d]);
    const Numbers below = Numbers(query.low[d]) - Numbers::load(boxes.high[d] + first);
    return maximum(maximum(above, below), Numbers(0.0f)) * Numbers(query.height[d]);
}

inline unsigned find_near_blocks(const BlockBoxes& boxes, std::size_t first,
                                 const BlockQuery& query) {
    using Numbers = Pack<float>;
    unsigned found = 0;
    for (unsigned k = 0; k < scan_padding; k += Numbers::width) {
        const Numbers x = block_gap(boxes, first + k, query, 0);
        const Numbers y = block_gap(boxes, first + k, query, 1);
        const Numbers z = block_gap(boxes, first + k, query, 2);
        const Numbers sum = x * x + y * y + z * z;
        const Numbers largest = maximum(maximum(x * x, y * y), z * z);
        const Numbers distance2 = query.euclidean ? sum : largest;
        found |= bits_of_mask(distance2 <= Numbers(query.distance2)) << k;
    }
    return found;
}

} // namespace mdsim::simd::MDSIM_SIMD
