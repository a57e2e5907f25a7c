// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/fraction_scale.hpp"
#include "kernels/state/cell_map.hpp"
#include "kernels/state/control.hpp"
#include "kernels/state/tiles_view.hpp"
#include "state/cell_grid.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The box around up to 32 atoms of one cell, in fractions, which do not wrap within a cell.
template <class P> struct alignas(16) GroupBox {
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    using Fraction = typename P::Fraction;
    using Real = typename P::Real;

    Vec3<Bits> low;
    Vec3<Bits> high;
    Vec3<Real> half; ///< half the sides of the box along x, y, z around it, rounded up [length]

    MDSIM_HD Vec3<Fraction> middle() const {
        return {static_cast<Fraction>(low.x + (high.x - low.x) / 2),
                static_cast<Fraction>(low.y + (high.y - low.y) / 2),
                static_cast<Fraction>(low.z + (high.z - low.z) / 2)};
    }
};

/// Half the sides of the box along x, y, z around a box of fractions, rounded up [length]; `h` is
/// the matrix of the box of the atoms [length / unit of the fraction].
template <class P>
MDSIM_HD Vec3<typename P::Real> half_sides(const GroupBox<P>& box,
                                           const LowerTriangular<typename P::Real>& h) {
    using Real = typename P::Real;
    const auto size = [](Real v) { return v < 0 ? -v : v; };
    const Vec3<Real> half{static_cast<Real>((box.high.x - box.low.x) / 2 + 1),
                          static_cast<Real>((box.high.y - box.low.y) / 2 + 1),
                          static_cast<Real>((box.high.z - box.low.z) / 2 + 1)};
    return {half.x * size(h.xx) + half.y * size(h.xy) + half.z * size(h.xz),
            half.y * size(h.yy) + half.z * size(h.yz), half.z * size(h.zz)};
}

/// A neighbour cell, as steps from the cell of a tile.
struct CellStep {
    std::int8_t x, y, z, unused;
};

/// How tiles are cut and shared among threads.
struct TileShape {
    std::uint32_t atoms = 0; ///< in a tile at most; a multiple of 32
    std::uint32_t lanes = 1; ///< threads that share the list of one atom

    constexpr std::uint32_t threads() const { return atoms * lanes; }
    constexpr std::uint32_t warps() const { return threads() / warp_lanes; }
};

/// All that the builder of lists reads, fixed for a frame but for the pointers.
template <class P> struct ListSource {
    using Real = typename P::Real;

    const Site<P>* site;          ///< sorted
    std::uint32_t atoms;          ///< that there is capacity for
    const LocalIndex* cell_first; ///< of each cell of the rank, and the end
    CellMap cells;
    const std::uint32_t* peers_of_cell; ///< as in SentAtoms; null for a rank that is alone
    CellGrid grid;
    Vec3<std::make_unsigned_t<typename P::Fraction>> cell_width; ///< in fractions, rounded down
    bool wraps[3];                                               ///< which directions are periodic
    const CellStep* steps;
    std::uint32_t step_count;
    const LowerTriangular<Real>* built; ///< of the box that the lists are for, on the device
    bool images;                        ///< slots carry the image that is near
    TileShape shape;
    std::uint32_t potentials;
    std::uint32_t types;
    const Real*
        range2; ///< [potential][type][type][length^2], negative where a potential does not act
    Real largest_range; ///< [length]
    std::uint32_t window;
    std::uint32_t tile_count; ///< entries of the table
};

/// The same for kernels of which one knows whether images matter.
template <class P, bool with_images> struct ListSourceOf : ListSource<P> {
    static constexpr bool images = with_images;
    explicit ListSourceOf(const ListSource<P>& source) : ListSource<P>(source) {}
};

/// What the builder writes.
template <class P> struct ListOutput {
    DeviceTile<P>* tiles;
    GroupBox<P>* boxes;
    LocalIndex* slots;
    ImageCode* slot_image;
    WarpEntries* runs;
    Chunk* chunks;
    ListCapacity capacity;
    ListUse* use;
};

/// Where the table of tiles holds those of a cell: a gap may follow, tiles never overlap.
MDSIM_HD std::uint32_t tile_place(LocalIndex cell_first, std::uint32_t cell,
                                  const TileShape& shape) {
    return cell_first / shape.atoms + cell;
}

/// Likewise for the boxes around groups of 32 atoms.
MDSIM_HD std::uint32_t group_place(LocalIndex cell_first, std::uint32_t cell) {
    return cell_first / warp_lanes + cell;
}

/// The number of tiles of a cell, and where tile t of them begins in it: at whole groups.
MDSIM_HD std::uint32_t tiles_of(std::uint32_t atoms, const TileShape& shape) {
    return (atoms + shape.atoms - 1) / shape.atoms;
}
MDSIM_HD std::uint32_t tile_begin(std::uint32_t t, std::uint32_t tiles, std::uint32_t atoms) {
    const std::uint32_t groups = (atoms + warp_lanes - 1) / warp_lanes;
    return t == tiles ? atoms : t * groups / tiles * warp_lanes;
}

} // namespace mdsim
