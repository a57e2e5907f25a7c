// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace mdsim {

/// Blocks of `threads` that cover `count` items.
inline unsigned blocks_for(std::size_t count, unsigned threads) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

} // namespace mdsim
