// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "cpu/chunk_arena.hpp"
#include "cpu/list_geometry.hpp"
#include "cpu/list_scratch.hpp"
#include "cpu/simd/kernels.hpp"
#include "cpu/tile_list.hpp"

namespace mdsim {

/// Finds the neighbours of every atom of a tile among its `slot_count` slots in the scratch.
template <class P>
void find_neighbors(const ListGeometry<P>& geometry, const ListRanges<P>& ranges,
                    const Tile<P>& tile, std::size_t slot_count, ListScratch<P>& scratch);

/// Assigns the tile's atoms to lanes and writes lanes and neighbour entries to the arena. Atoms
/// with most neighbours come first: then the lanes of a group have similar numbers of neighbours,
/// and little padding is needed.
template <class P>
void write_entries(std::size_t potentials, std::size_t slot_count, ListScratch<P>& scratch,
                   ListedTile<P>& tile, ChunkArena& arena);

} // namespace mdsim
