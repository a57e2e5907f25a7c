// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/contract.hpp"

namespace mdsim {

/// Blocks of `threads` that cover `count` items.
inline unsigned blocks_for(std::size_t count, unsigned threads) {
    MDSIM_EXPECT(threads > 0 && count / threads < 0x7fffffff); // blocks that a grid may have
    return static_cast<unsigned>((count + threads - 1) / threads);
}

} // namespace mdsim
