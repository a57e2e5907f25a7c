// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "cpu/simd/slot_scale.hpp"
#include "cpu/tile_list.hpp"
#include "physics/curve/force_curve.hpp"
#include "physics/curve/radial_curve.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Turns the slots of a tile into records {x, y, z, type} relative to the tile centre.
template <class P> struct SlotGather {
    const Site<P>* site;
    const Site<P>* reference; ///< read only where the tile has slot shifts
    const ListedTile<P>* tile;
    SlotScale<P> scale;
    typename P::Real far;            ///< a coordinate out of reach of every atom [length]
    Vec4<typename P::Real>* records; ///< SlotLayout::records() of them
};

/// Turns consecutive atoms into records relative to a centre, where nearest images suffice.
template <class P> struct SiteRun {
    const Site<P>* site;
    std::size_t count;
    Vec3<typename P::Fraction> centre;
    SlotScale<P> scale;
    Vec4<typename P::Real>* records;
};

/// The sums of one group of lanes; lanes are atoms and are never added to each other here.
template <class P> struct alignas(64) LaneSums {
    using Real = typename P::Real;
    Real force[3][group_lanes];  ///< [energy / length]
    Real energy[group_lanes];    ///< half of each pair [energy]
    Real virial[6][group_lanes]; ///< half of each pair, xx yy zz xy xz yz [energy]
};

/// Parameters of one potential or functional for all pairs of types. In `values`, number k of pair
/// (a, b) has the index k * stride + a * types + b. The last number is the squared cutoff, zero if
/// it does not act on the pair. `stride` is at least 16.
template <class Real> struct PotentialTable {
    const Real* values = nullptr;
    std::uint32_t stride = 0;
    std::uint32_t types = 1;
    const Real* samples = nullptr; ///< of tabulated potentials
    RadialCurve curve;             ///< of what a walk of a functional by a curve adds up
    ForceCurve force_curve;        ///< of the forces of a potential by a curve
};

/// What a kernel needs to walk the entries of one potential or functional in a tile. The last
/// number of a record is the type of its atom, or for the forces of a functional what the channel
/// holds of it.
template <class P> struct TileWalkArgs {
    const ListedTile<P>* tile;
    const EntryRun* runs; ///< of this potential: [window][group]
    const Vec4<typename P::Real>* records;
    PotentialTable<typename P::Real> potential;
    std::size_t ahead; ///< how far ahead entries are prefetched; 0: not at all [bytes]
};

/// To add its forces on the atoms of the tile to the sums of their groups.
template <class P> struct TileForceArgs : TileWalkArgs<P> { LaneSums<P>* sums; };
template <class P> using TileForce = void (*)(const TileForceArgs<P>&);

/// To add the densities at the atoms of the tile to those of their lanes.
template <class P> struct TileDensityArgs : TileWalkArgs<P> {
    typename P::Real* density; ///< [group][lane]
};
template <class P> using TileDensity = void (*)(const TileDensityArgs<P>&);

/// A range in place of a formula, for the kernel that keeps entries; the same number is the cutoff
/// of its table.
template <class Real> struct PairRange {
    using value_type = Real;
    template <class Other> using rebind = PairRange<Other>;
    Real range2; ///< [length^2]
};

/// The entries that a lane has kept so far.
struct KeptLane {
    std::uint16_t* entries; ///< for two blocks of rows more than the lane is given
    std::uint32_t count = 0;
};

/// Where a kernel keeps entries.
struct KeptEntries {
    KeptLane lanes[group_lanes];
    std::uint16_t* next; ///< where the next run goes
    EntryRun* runs;      ///< numbered as those that are walked
};

/// To keep the entries of pairs within a range.
template <class P> struct TileKeepArgs : TileWalkArgs<P> { KeptEntries* kept; };
template <class P> using TileKeep = void (*)(const TileKeepArgs<P>&);

/// The largest square of the distance between two places of a record [length^2]; there are at least
/// `group_lanes`.
template <class Real>
using FarthestMove = Real (*)(const Vec4<Real>* from, const Vec4<Real>* to, std::size_t count);

} // namespace mdsim
