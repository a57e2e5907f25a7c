// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "domain/cell_grid.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// The cells of one rank in global order, and where the atoms of its final arrays come from.
struct Assembly {
    LocalCells cells; ///< every owned cell and every seen cell, empty ones too
    /// For each cell the first of its atoms among the sources: the owned atoms, followed by the
    /// received ones. The others of the cell follow it.
    std::vector<LocalIndex> source;

    /// The final slot of an atom of the sources, which lies in this cell of the global grid.
    LocalIndex slot(std::int64_t cell, LocalIndex atom) const {
        const auto c = static_cast<std::size_t>(cells.place[static_cast<std::size_t>(cell)]);
        return cells.cells[c].first + (atom - source[c]);
    }
};

/// Puts halo cells between owned cells where the global grid has them.
///
/// `owned` are all cells of the rank's brick, in global order, with runs in the owned atoms;
/// `halo`, in any order, are the cells of which atoms were received, with runs in the received
/// atoms; `seen` are all cells that the brick sees, in global order, those without atoms included.
/// Throws ContractError unless the runs fit without gap or overlap.
Assembly assemble(const CellGrid& grid, std::span<const LocalCell> owned,
                  std::span<const LocalCell> halo, std::span<const std::int64_t> seen);

} // namespace mdsim
