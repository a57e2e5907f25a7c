// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "cpu/simd/check_kernels.hpp"
#include "cpu/simd/motion_drivers.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The positions of the atoms in the lanes, as the bits of three fractions.
template <class Real> using LanePlaces = Vec3<IndexPack<Real>>;

template <class P>
MDSIM_HD LanePlaces<typename P::Real> lane_places(const Site<P>* site, const LaneAtoms& atoms) {
    const auto q = load_sites<P>(site, atoms);
    return {bits_of(q.x), bits_of(q.y), bits_of(q.z)};
}

template <class Real>
MDSIM_HD Pack<Real> distance2(const LanePlaces<Real>& a, const LanePlaces<Real>& b,
                              const LowerTriangular<Pack<Real>>& length) {
    const Vec3<Pack<Real>> d =
        Vec3<Pack<Real>>{to_real(a.x - b.x), to_real(a.y - b.y), to_real(a.z - b.z)} * length;
    return dot(d, d);
}

/// The root of the largest number of a pack, rounded up.
template <class Real> MDSIM_HD float largest_root(const Pack<Real>& squares) {
    constexpr double up = 1 + 1e-6;
    alignas(64) Real lane[Pack<Real>::width];
    squares.store(lane);
    Real most = lane[0];
    for (const Real square : lane) most = square > most ? square : most;
    return static_cast<float>(up * __builtin_sqrt(static_cast<double>(most)));
}

/// A bit for each atom of a block that is set in `lanes`. Lanes without an atom are left out; lane
/// 0 holds the atom of bit `first`.
template <class Mask> MDSIM_HD unsigned atoms_of(Mask lanes, int count, unsigned first) {
    return (bits_of_mask(lanes) & ((1u << count) - 1)) << first;
}

template <class P> BlockMove measure_moves(const MoveScan<P>& block, typename P::Real far2) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    const auto length = widened_matrix<Real>(block.now.length);
    Numbers most{0.0};
    BlockMove moves{0, 0};
    unsigned first = 0;
    for_each_pack<P>(block.first, block.count, [&](const LaneAtoms& atoms) {
        const Numbers moved2 = distance2<Real>(lane_places(block.site, atoms),
                                               lane_places(block.reference, atoms), length);
        most = maximum(most, moved2);
        moves.far |= atoms_of(moved2 > Numbers(far2), atoms.count, first);
        first += Numbers::width;
    });
    moves.farthest = largest_root<Real>(most);
    return moves;
}

template <class Real, class Fraction>
MDSIM_HD LanePlaces<Real> same_places(const Vec3<Fraction>& place) {
    return {widened_integer<Real>(place.x), widened_integer<Real>(place.y),
            widened_integer<Real>(place.z)};
}

template <class P> unsigned find_partners(const PartnerScan<P>& scan) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    const auto length_now = widened_matrix<Real>(scan.atoms.now.length);
    const auto length_then = widened_matrix<Real>(scan.built.length);
    const auto own_now = same_places<Real>(scan.now);
    const auto own_then = same_places<Real>(scan.then);
    unsigned found = 0;
    unsigned first = 0;
    for_each_pack<P>(scan.atoms.first, scan.atoms.count, [&](const LaneAtoms& atoms) {
        const auto now = lane_places(scan.atoms.site, atoms);
        const auto then = lane_places(scan.atoms.reference, atoms);
        const auto near = distance2<Real>(now, own_now, length_now) <= Numbers(scan.within2);
        const auto unlisted = distance2<Real>(then, own_then, length_then) > Numbers(scan.listed2);
        const auto moved = distance2<Real>(now, then, length_now) > Numbers(scan.moved2);
        found |= atoms_of(both(near, both(unlisted, moved)), atoms.count, first);
        first += Numbers::width;
    });
    return found;
}

/// What one direction adds to the test of boxes.
struct BoxSide {
    Pack<float> gap;   ///< distance from a point to the box
    Pack<float> along; ///< largest product of a vector from the point into the box with `way`
};

MDSIM_HD BoxSide box_side(Pack<float> low, Pack<float> high, float point, float height, float way) {
    using Numbers = Pack<float>;
    const Numbers above = (low - Numbers(point)) * Numbers(height);
    const Numbers below = (high - Numbers(point)) * Numbers(height);
    return {maximum(maximum(above, -below), Numbers(0.0f)),
            maximum(above * Numbers(way), below * Numbers(way))};
}

inline unsigned find_approaching(const BlockBoxes& boxes, const float* moves, std::size_t first,
                                 const DisplacedPlace& atom, const ApproachQuery& query) {
    using Numbers = Pack<float>;
    unsigned found = 0;
    for (unsigned k = 0; k < scan_padding; k += Numbers::width) {
        Numbers now2(0.0f), then2(0.0f), now_largest(0.0f), along(0.0f);
        for (int d = 0; d < 3; ++d) {
            const Numbers low = Numbers::load(boxes.low[d] + first + k);
            const Numbers high = Numbers::load(boxes.high[d] + first + k);
            const BoxSide now = box_side(low, high, atom.now[d], query.height_now[d], atom.way[d]);
            const BoxSide then =
                box_side(low, high, atom.then[d], query.height_then[d], atom.way[d]);
            now2 = now2 + now.gap * now.gap;
            then2 = then2 + then.gap * then.gap;
            now_largest = maximum(now_largest, now.gap);
            along = along + now.along;
        }
        const Numbers moved = Numbers::load(moves + first + k);
        const Numbers reach = Numbers(query.within) + moved;
        auto worth = moved >= Numbers(query.needed - atom.moved);
        if (query.bounded) {
            const Numbers nearer = Numbers(query.approach) - moved;
            const Numbers sum = square_root(now2) + square_root(then2);
            worth =
                both(worth, both(now2 <= reach * reach,
                                 nearer * sum <= along + along + Numbers(atom.moved * atom.moved)));
        } else {
            worth = both(worth, now_largest <= reach);
        }
        found |= bits_of_mask(worth) << k;
    }
    return found;
}

} // namespace mdsim::simd::MDSIM_SIMD
