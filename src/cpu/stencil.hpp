// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "core/vec3.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// One image of a cell, as a tile sees it.
struct CellImage {
    std::int64_t cell = 0;
    Vec3<int> image; ///< boxes to add to the cell's own place
    bool whole =
        false; ///< atoms near any image of the cell are meant, not only those near this one
};

/// A region around a tile, in fractions of the box, not wrapped.
struct FractionRegion {
    Vec3<double> low;
    Vec3<double> high;
};

/// Finds the images of cells that can hold atoms within list range of a tile.
///
/// Each (cell, image) comes once, also where a box is one or two cells wide and where the range
/// spans it several times; the order is that of the unwrapped grid, x fastest, the same on every
/// rank. Directions that are not periodic have no images.
class Stencil {
  public:
    /// `range` is the list range [length].
    Stencil(const CellGrid& grid, const Box& box, double range);

    /// Replaces `found` by the cell images near a tile in `cell`.
    void near(std::int64_t cell, const FractionRegion& tile, std::vector<CellImage>& found) const;

    /// Asks for blocks that may hold atoms within list range of a region; errs towards yes.
    BlockQuery near_blocks(const FractionRegion& region) const;

    /// Whether atoms near a tile are its nearest images without further thought: cell and range
    /// together are narrower than the box, with room for atoms to move. Through an open face no
    /// atom of a cell in range may seem near, so there the width of that cell counts too.
    bool nearest_images_suffice() const { return nearest_images_suffice_; }

    /// Whether a tile may see one cell at two of its images, of which each atom has one nearest.
    bool cells_may_repeat() const { return cells_may_repeat_; }

  private:
    /// The squared distances from a tile to consecutive cells in one direction.
    struct Axis {
        int first = 0;            ///< unwrapped coordinate of the first cell
        std::vector<double> gap2; ///< [length^2]
    };
    Axis axis(int direction, int coordinate, double low, double high) const;

    CellGrid grid_;
    Vec3<double> heights_;
    std::array<bool, 3> periodic_;
    bool orthorhombic_;
    double range_;
    bool nearest_images_suffice_ = true;
    bool cells_may_repeat_ = false;
};

} // namespace mdsim
