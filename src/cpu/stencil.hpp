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
    Vec3<int> image;    ///< by how many boxes it is shifted from the cell's own place
    bool whole = false; ///< it stands for all images of the cell, so no atom may be skipped
};

/// A region around a tile or a cell, in fractions of the box, not wrapped.
struct FractionRegion {
    Vec3<double> low;
    Vec3<double> high;
};

/// Finds the images of cells that can hold atoms within list range of a tile.
///
/// Each (cell, image) is found once, even if a box is one or two cells wide or the range spans it
/// several times. The order is that of the unwrapped grid, x fastest, the same on every rank. Open
/// directions have no images.
class Stencil {
  public:
    /// `range` is the list range [length].
    Stencil(const CellGrid& grid, const Box& box, double range);

    /// Replaces `found` by the cell images near a tile in `cell`.
    void near(std::int64_t cell, const FractionRegion& tile, std::vector<CellImage>& found) const;

    /// The query for blocks that may hold atoms within list range of a region. Rounding may add a
    /// block to the answer, but never drops one.
    BlockQuery near_blocks(const FractionRegion& region) const;

    /// Whether the nearest image of an atom is the only one that may be near a tile. That is so if
    /// a cell and the range around it fit into the box once, also when atoms have moved. In an
    /// open direction the width of a cell in range counts too: none of its atoms may seem near
    /// through an open face.
    bool nearest_images_suffice() const { return nearest_images_suffice_; }

    /// Whether a tile may see one cell at two of its images. Each atom of that cell still has one
    /// nearest image.
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
