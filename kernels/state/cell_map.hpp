// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// The number of a cell that a rank holds no atoms of.
inline constexpr std::uint32_t no_cell = ~0u;

/// The cells that a rank holds atoms of: its own in some order, then those of its halo, rank after
/// rank. Arrays have an entry for each of them, and atoms lie in their order.
struct CellMap {
    const std::uint32_t* local = nullptr;  ///< of each cell of the grid, or no_cell; null: the same
    const std::uint32_t* global = nullptr; ///< the way back
    std::uint32_t owned = 0;
    std::uint32_t all = 0;

    MDSIM_HD std::uint32_t local_of(std::uint32_t cell) const {
        return local == nullptr ? cell : local[cell];
    }
    MDSIM_HD std::uint32_t global_of(std::uint32_t cell) const {
        MDSIM_EXPECT(cell < all);
        return global == nullptr ? cell : global[cell];
    }
};

} // namespace mdsim
