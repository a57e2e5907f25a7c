// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "state/atom_labels.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The space that a run is divided in, as it starts: the same on every rank. The box that it comes
/// to have is in its BoxState.
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
};

} // namespace mdsim
