// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The space that a run is divided in: the same on every rank.
struct Domain {
    Box box;
    CellGrid grid;
    double list_range = 0;         ///< [length]
    std::uint32_t tile_target = 0; ///< atoms in a tile, about
    std::int64_t total_atoms = 0;
    std::vector<std::string> species{}; ///< the names of the types, for messages; may be empty

    /// Whether there is a direction that does not repeat.
    bool open() const { return !(box.periodic[0] && box.periodic[1] && box.periodic[2]); }

    /// The farthest that an atom may move in one step without being a fault [length]: the list
    /// range, or what in a small box can still be told from a move the other way.
    double largest_move() const {
        constexpr double unambiguous = 0.4; // of the box
        const Vec3<double> h = box.heights();
        return std::min(list_range, unambiguous * std::min({h.x, h.y, h.z}));
    }
};

} // namespace mdsim
