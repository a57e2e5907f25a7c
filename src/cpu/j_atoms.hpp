// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "cpu/atom_blocks.hpp"
#include "cpu/list_geometry.hpp"
#include "cpu/list_scratch.hpp"
#include "cpu/simd/kernels.hpp"
#include "state/particles.hpp"
#include "state/tile.hpp"

namespace mdsim {

/// Fills the scratch with the slots of a tile: all atoms within list range of the box around its
/// atoms, in the order of the global grid. Also sets `own_slot` and, in small boxes, `shift`.
/// Returns the number of slots.
template <class P>
std::size_t collect_j_atoms(const ListGeometry<P>& geometry, const LocalCells& cells,
                            const AtomBlocks& blocks, const Site<P>* site, const Tile<P>& tile,
                            ListScratch<P>& scratch);

} // namespace mdsim
