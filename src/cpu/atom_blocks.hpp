// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "cpu/stencil.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Boxes around every few consecutive atoms of each cell, by which far atoms are passed over
/// unseen. They change nothing but the time that a list takes: a box that is near is looked into.
class AtomBlocks {
  public:
    static constexpr std::uint32_t block_atoms = 16;

    /// Takes up the atoms of all cells, owned and halo.
    template <class P> void rebuild(const LocalCells& cells, const Site<P>* site);

    /// The boxes of a cell's atoms from its first one on.
    const FractionRegion* of(const LocalCells& cells, const LocalCell& cell) const {
        return boxes_.data() + first_[static_cast<std::size_t>(&cell - cells.cells.data())];
    }

    std::size_t bytes() const { return boxes_.capacity() * sizeof(FractionRegion); }

  private:
    std::vector<FractionRegion> boxes_;
    std::vector<std::size_t> first_; ///< for each cell
};

} // namespace mdsim
