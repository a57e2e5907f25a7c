// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "domain/cell_grid.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// The cells of one rank in global order, and where each atom of its final arrays comes from.
struct Assembly {
    LocalCells cells; ///< every owned cell and every seen cell, empty ones too
    /// For each final slot an atom of the sources: the owned atoms, followed by the received ones.
    std::vector<LocalIndex> source;
    /// For each atom of the sources its final slot: the inverse of `source`.
    std::vector<LocalIndex> slot;
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
