// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "state/atom_labels.hpp"
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
    AtomLabels labels{};                ///< the numbers of the atoms in messages

    /// Whether there is a direction that does not repeat.
    bool open() const { return !(box.periodic[0] && box.periodic[1] && box.periodic[2]); }

    /// The farthest that an atom may be from its place at the last rebuild when a step begins
    /// [length]: two such ways still differ from those the other way round the box.
    double unambiguous_move() const {
        constexpr double quarter = 0.25;
        const Vec3<double> h = box.heights();
        return quarter * std::min({h.x, h.y, h.z});
    }

    /// The farthest that an atom may move in one step without being a fault [length]: the list
    /// range, or in a small box what keeps its way since the last rebuild unambiguous.
    double largest_move() const { return std::min(list_range, unambiguous_move()); }
};

} // namespace mdsim
