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

/// Deals the tile's atoms to lanes, those with most neighbours first so that the rows of a group
/// are nearly full, and writes lanes and rows to the arena.
template <class P>
void write_entries(std::size_t potentials, std::size_t slot_count, ListScratch<P>& scratch,
                   ListedTile<P>& tile, ChunkArena& arena);

} // namespace mdsim
