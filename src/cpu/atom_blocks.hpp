// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/contract.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// How much too small a distance may become when fractions near 1 are rounded to float, in box
/// heights: a few units of 2^-24 in each direction.
inline constexpr double block_slack = 1e-6;

/// Boxes around every few consecutive atoms of each cell. If such a box is too far away, its atoms
/// are skipped without a look at them. Boxes change only the time that a list takes, never the
/// list: the atoms in a near box are tested one by one.
class AtomBlocks {
  public:
    static constexpr std::uint32_t block_atoms = 16;

    /// Replaces the boxes by those around the atoms of all cells, owned and halo.
    template <class P> void rebuild(const LocalCells& cells, const Site<P>* site);

    BlockBoxes boxes() const {
        return {{low_[0].data(), low_[1].data(), low_[2].data()},
                {high_[0].data(), high_[1].data(), high_[2].data()}};
    }

    /// The number of a cell's first block.
    std::size_t first(const LocalCells& cells, const LocalCell& cell) const {
        MDSIM_EXPECT(first_.size() == cells.cells.size());
        return first_[static_cast<std::size_t>(&cell - cells.cells.data())];
    }

    std::size_t count() const { return count_; }

  private:
    template <class P> void enclose(std::size_t block, const Site<P>* site, std::uint32_t count);

    std::array<std::vector<float>, 3> low_; ///< in fractions of the box edges
    std::array<std::vector<float>, 3> high_;
    std::vector<std::size_t> first_; ///< the first block of each cell
    std::size_t count_ = 0;
};

} // namespace mdsim
