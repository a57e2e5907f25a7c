// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// Whether lists that reach `range` [length] from the cells of a grid may find an atom at several
/// images, or at one that is not the nearest, until they are rebuilt. One GPU tells such images
/// apart; several GPUs do not.
bool near_at_several_images(const CellGrid& grid, const Box& box, double range);

} // namespace mdsim
