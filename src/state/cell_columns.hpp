// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "state/cell_grid.hpp"

namespace mdsim {

/// Cells of a grid, in an order in which near ones follow each other sooner than in that of the
/// grid, so that caches still hold what neighbours read: by columns along z, about `width` cells
/// wide in x and y, and in these as in the grid. Where all are in one column they are ascending.
std::vector<std::int64_t> in_columns(const CellGrid& grid, std::vector<std::int64_t> cells,
                                     int width);

} // namespace mdsim
