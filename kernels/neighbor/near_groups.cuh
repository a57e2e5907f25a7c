// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/neighbor/list_source.hpp"
#include "kernels/neighbor/relative.cuh"
#include "kernels/runtime/warp.cuh"

namespace mdsim {

/// A group of up to 32 atoms that may be near a tile, in shared memory.
struct NearGroup {
    LocalIndex first;
    std::uint32_t code;     ///< number of atoms and image
    std::uint32_t selected; ///< which of its atoms are slots
    std::uint32_t slot;     ///< the number of its first slot

    __device__ static std::uint32_t encode(std::uint32_t atoms, const ImageCode& image) {
        return atoms << 24 | (static_cast<std::uint32_t>(image.x) & 0xffu) << 16 |
               (static_cast<std::uint32_t>(image.y) & 0xffu) << 8 |
               (static_cast<std::uint32_t>(image.z) & 0xffu);
    }
    __device__ std::uint32_t atoms() const { return code >> 24; }
    /// The slot of an atom that is selected.
    __device__ std::uint32_t slot_of(std::uint32_t atom) const {
        return slot + __popc(selected & ((1u << atom) - 1));
    }
    __device__ bool moved() const { return (code & 0xffffffu) != 0; }
    __device__ ImageCode image() const {
        return {static_cast<std::int8_t>(code >> 16), static_cast<std::int8_t>(code >> 8),
                static_cast<std::int8_t>(code), 0};
    }
};

/// One neighbour cell of a tile: its atoms and the image that is looked at.
struct NearCell {
    LocalIndex first;
    std::uint32_t count;
    std::uint32_t group_place;
    ImageCode image;
};

/// The coordinates of a cell of the grid.
__device__ inline Vec3<int> place_of(std::uint32_t cell, const CellGrid& grid) {
    const int row = static_cast<int>(cell) / grid.count.x;
    return {static_cast<int>(cell) - row * grid.count.x, row % grid.count.y, row / grid.count.y};
}

/// Brings a coordinate back into the grid; `image` says how often it went round.
__device__ inline int wrapped(int c, int count, int& image) {
    // A step goes round more than once in the smallest boxes alone; divisions take longer.
    for (image = 0; c < 0; c += count) --image;
    for (; c >= count; c -= count) ++image;
    return c;
}

/// A box as seen from a centre.
template <class P, class Source>
__device__ RealBox<typename P::Real> seen_box(const GroupBox<P>& box, const ImageCode& image,
                                              const Vec3<typename P::Fraction>& centre,
                                              const Source& source) {
    return {source.images ? imaged<P>(box.middle(), centre, image, {}, *source.built)
                          : nearest<P>(box.middle(), centre, *source.built),
            box.half};
}

/// The fractions from `c` to `c + 1` of `count` intervals of a width, and a little more.
template <class Bits>
__device__ void interval_bounds(int c, int count, Bits width, Bits& low, Bits& high) {
    const Bits slack = static_cast<Bits>(count);
    const Bits first = static_cast<Bits>(c) * width;
    low = first < slack ? Bits{0} : first - slack;
    high = ~Bits{0} - first - width < slack ? ~Bits{0} : first + width + slack;
}

/// The box around a cell itself.
template <class P, class Source>
__device__ GroupBox<P> cell_box(const Vec3<int>& c, const Source& source) {
    GroupBox<P> box;
    const Vec3<int>& count = source.grid.count;
    const auto& width = source.cell_width;
    interval_bounds(c.x, count.x, width.x, box.low.x, box.high.x);
    interval_bounds(c.y, count.y, width.y, box.low.y, box.high.y);
    interval_bounds(c.z, count.z, width.z, box.low.z, box.high.z);
    box.half = half_sides(box, *source.built);
    return box;
}

/// The squared range of lists, with room for the rounding of distances.
template <class Source> __device__ auto ample_range2(const Source& source) {
    using Real = typename Source::Real;
    return source.largest_range * source.largest_range * Real(1.0001);
}

/// The cell a step away; empty beyond an open face and where it is too far from a tile.
template <class P, class Source>
__device__ NearCell near_cell(const Source& source, const Vec3<int>& from, const CellStep& s,
                              const RealBox<typename P::Real>& tile,
                              const Vec3<typename P::Fraction>& centre) {
    const Vec3<int> n = source.grid.count;
    Vec3<int> image;
    const Vec3<int> c{wrapped(from.x + s.x, n.x, image.x), wrapped(from.y + s.y, n.y, image.y),
                      wrapped(from.z + s.z, n.z, image.z)};
    const NearCell none{0, 0, 0, {0, 0, 0, 0}};
    if ((image.x != 0 && !source.wraps[0]) || (image.y != 0 && !source.wraps[1]) ||
        (image.z != 0 && !source.wraps[2]))
        return none;
    const ImageCode code{static_cast<std::int8_t>(image.x), static_cast<std::int8_t>(image.y),
                         static_cast<std::int8_t>(image.z), 0};
    const auto box = seen_box<P>(cell_box<P>(c, source), code, centre, source);
    if (distance2(tile, box) > ample_range2(source)) return none;
    const std::uint32_t cell =
        source.cells.local_of(static_cast<std::uint32_t>(c.x + n.x * (c.y + n.y * c.z)));
    if (cell == no_cell) return none;
    MDSIM_EXPECT(cell < source.cells.all);
    const LocalIndex first = source.cell_first[cell];
    return {first, source.cell_first[cell + 1] - first, group_place(first, cell), code};
}

} // namespace mdsim
