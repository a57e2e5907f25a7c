// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "kernels/neighbor/list_source.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The cells that a tile must look at.
struct CellStencil {
    std::vector<CellStep> steps; ///< in the order of the unwrapped grid, x fastest
    /// Whether one atom may be near at several images, or at one that is not the nearest: then each
    /// step names one image; otherwise each cell comes once.
    bool images = false;
};

/// The stencil of lists that reach `range` [length] in a box. Throws InputError where a range spans
/// so many cells that steps cannot count them.
CellStencil cell_stencil(const CellGrid& grid, const Box& box, double range);

} // namespace mdsim
