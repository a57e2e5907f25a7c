// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/contract.hpp"
#include "cpu/atom_blocks.hpp"
#include "cpu/list_geometry.hpp"
#include "cpu/list_scratch.hpp"
#include "cpu/tile_list.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Cuts the owned cells into tiles and builds their lists, tile by tile on all threads.
template <class P> class TileBuilder {
  public:
    /// A tile gets about `tile_target` atoms; the number must be the same on every rank.
    explicit TileBuilder(std::uint32_t tile_target) : tile_target_(tile_target) {
        MDSIM_EXPECT(tile_target > 0);
    }

    /// Replaces the list. `seen_elsewhere` has a number for each local atom, which is not zero if
    /// another rank holds a halo copy; it is empty if no rank does. Tiles with such atoms come
    /// first in the order of work.
    void build(const ListGeometry<P>& geometry, const ListRanges<P>& ranges,
               const LocalCells& cells, const Particles<P, Host>& particles,
               const std::vector<std::uint8_t>& seen_elsewhere, TileList<P>& list);

    /// The boxes around blocks of atoms, as they were when the list was built.
    const AtomBlocks& blocks() const { return blocks_; }

  private:
    std::uint32_t tile_target_;
    AtomBlocks blocks_;
    std::vector<ListScratch<P>> scratch_; ///< one for each thread
};

} // namespace mdsim
