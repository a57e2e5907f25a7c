// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace mdsim {

/// What the last list build amounted to on this rank.
struct ListReport {
    std::size_t tiles = 0;
    std::size_t boundary_tiles = 0;
    std::size_t slots = 0;   ///< j-atoms of all tiles
    std::size_t entries = 0; ///< neighbours, padding included
    std::size_t pairs = 0;   ///< neighbours without padding
    std::size_t bytes = 0;   ///< memory of tiles and lists
    /// Atoms in a tile, at most, where they may be fewer than requested; otherwise 0.
    std::uint32_t largest_tile = 0;
};

} // namespace mdsim
