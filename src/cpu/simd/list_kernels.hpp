// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/vec3.hpp"
#include "cpu/tile_list.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Points as the list builder scans them: one array a component, one index each. The arrays have
/// room for `scan_padding` further elements, which the scans may overwrite.
template <class Real> struct PointArrays {
    Real* x;
    Real* y;
    Real* z;
    Real* type; ///< the bits of an integer
    std::uint32_t* index;
};
inline constexpr std::size_t scan_padding = group_lanes;

/// A box that is aligned with the axes, and the square of a distance from it [length].
template <class Real> struct NearBox {
    Vec3<Real> low;
    Vec3<Real> high;
    Real distance2;
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

/// Writes to `out` the indices of the points within range of `centre`, in their order; returns how
/// many. The squared range is range2[type of the point]. Up to `scan_padding` elements past the
/// last may be overwritten.
template <class Real> struct NeighborScan {
    PointArrays<Real> points;
    std::size_t count;
    Vec3<Real> centre;
    const Real* range2;
    bool single_type;
};
template <class Real>
using SelectNeighbors = std::size_t (*)(const NeighborScan<Real>& scan, std::uint32_t* out);

/// The neighbours of one lane: codes whose low 16 bits are list entries.
struct LaneNeighbors {
    const std::uint32_t* codes = nullptr;
    std::uint32_t count = 0;
};

/// Writes `rows` rows of `group_lanes` entries: row k holds the k-th neighbour of each lane, or 0.
/// `scratch` has room for group_lanes times `rows`, rounded up to a multiple of 16.
using InterleaveRows = void (*)(const LaneNeighbors* lanes, std::uint32_t rows,
                                std::uint16_t* scratch, std::uint16_t* out);

} // namespace mdsim
