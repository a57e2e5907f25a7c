// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/box.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The mean number of atoms in a cell that `choose_grid` aims at: four tiles of a warp each.
inline constexpr int default_atoms_per_cell = 128;

/// A grid of near-cubic cells, measured in heights, of about the wanted number of atoms.
///
/// A pure function of its arguments. Counts have the form 2^a 3^b, so that 2, 3, 4, 6 and 8 ranks
/// get equal bricks. No cell is thinner than about a third of the list range [length].
CellGrid choose_grid(const Box& box, double list_range, std::int64_t total_atoms,
                     int atoms_per_cell = default_atoms_per_cell);

/// A grid for cells that are cut into tiles of up to `tile` atoms each, as GPUs work on them.
///
/// A pure function of its arguments. Of counts that are even where there are more than three, and
/// products of 2, 3, 5 and 7, those are taken that leave fewest lanes of tiles empty and whose
/// tiles have the smallest halo, at two to eight tiles a cell.
CellGrid choose_tiled_grid(const Box& box, double list_range, std::int64_t total_atoms, int tile);

/// How the grid of a run follows from its box.
struct GridRule {
    double list_range = 0; ///< [length]
    std::int64_t atoms = 0;
    int tile = 0;       ///< atoms
    bool tiled = false; ///< by choose_tiled_grid

    CellGrid grid_for(const Box& box) const {
        return tiled ? choose_tiled_grid(box, list_range, atoms, tile)
                     : choose_grid(box, list_range, atoms, tile);
    }
};

} // namespace mdsim
