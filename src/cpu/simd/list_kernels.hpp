// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "cpu/simd/slot_scale.hpp"
#include "cpu/tile_list.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Points as the list builder scans them: one array for each component, and an index for each
/// point. The arrays have `scan_padding` further elements, which the scans may overwrite.
template <class Real> struct PointArrays {
    Real* x;
    Real* y;
    Real* z;
    Real* type; ///< the bits of an integer; null where all points are of one type
    std::uint32_t* index;
};
inline constexpr std::size_t scan_padding = group_lanes;

/// A box that is aligned with the axes [length], and the square of the distance up to which points
/// are near it.
template <class Real> struct NearBox {
    Vec3<Real> low;
    Vec3<Real> high;
    Real distance2; ///< [length^2]
};

/// Appends to `out` (at `filled`) the `count` points of `in` that lie near the box, in their order;
/// returns how many.
template <class Real>
using SelectNear = std::size_t (*)(const PointArrays<Real>& in, std::size_t count,
                                   const NearBox<Real>& box, const PointArrays<Real>& out,
                                   std::size_t filled);

/// The same for points that come as records; point i has the index `first_index` + i.
template <class Real>
using SelectRecordsNear = std::size_t (*)(const Vec4<Real>* in, std::size_t count,
                                          std::uint32_t first_index, const NearBox<Real>& box,
                                          const PointArrays<Real>& out, std::size_t filled);

/// Consecutive atoms, seen from a centre as their nearest images.
template <class P> struct SiteScan {
    const Site<P>* site; ///< of all atoms
    LocalIndex first;
    std::size_t count;
    Vec3<typename P::Fraction> centre;
    SlotScale<P> scale;
};

/// The same for atoms; the index of a point is that of its atom.
template <class P>
using SelectSitesNear = std::size_t (*)(const SiteScan<P>& scan,
                                        const NearBox<typename P::Real>& box,
                                        const PointArrays<typename P::Real>& out,
                                        std::size_t filled);

/// Boxes around blocks of atoms, in fractions of the box edges. Each bound is an array of its own,
/// with `scan_padding` further numbers.
struct BlockBoxes {
    const float* low[3];
    const float* high[3];
};

/// A region in fractions, and the distance up to which blocks are near it.
struct BlockQuery {
    float low[3];
    float high[3];
    float height[3]; ///< of the box [length]
    float distance2; ///< [length^2]
    bool euclidean;  ///< otherwise the distance is the largest of the three directions
};

/// Which of the `scan_padding` blocks from `first` on are near: bit k stands for block first + k.
using FindNearBlocks = unsigned (*)(const BlockBoxes& boxes, std::size_t first,
                                    const BlockQuery& query);

/// The points among which the neighbours of `centre` are searched for. The squared range is
/// range2[type of the point].
template <class Real> struct NeighborScan {
    PointArrays<Real> points;
    std::size_t count;
    Vec3<Real> centre;
    const Real* range2;
    bool single_type;
};
/// Writes to `out` the indices of the points within range, in their order; returns how many. Up to
/// `scan_padding` elements past the last may be overwritten.
template <class Real>
using SelectNeighbors = std::size_t (*)(const NeighborScan<Real>& scan, std::uint32_t* out);

/// The neighbours of one lane: codes whose low 16 bits are list entries.
struct LaneNeighbors {
    const std::uint32_t* codes = nullptr;
    std::uint32_t count = 0;
};

/// Writes the neighbour entries of a group in the order that EntryRun describes:
/// EntryRun::capacity(rows) of them, padding included.
using InterleaveEntries = void (*)(const LaneNeighbors* lanes, std::uint32_t rows,
                                   std::uint16_t* out);

} // namespace mdsim
