// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/brick_cells.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Brings the image counts of the owned atoms up to date and finds where they are now: `cell_of`
/// receives for each local atom its cell in the brick, or elsewhere, as for all halo atoms.
/// Returns the owned atoms that have left the brick, in local order.
template <class P>
std::vector<LocalIndex> scan_atoms(const LocalCells& cells, const BrickCells& brick,
                                   Particles<P, Host>& particles, std::span<std::uint32_t> cell_of);

} // namespace mdsim
