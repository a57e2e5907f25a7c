// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/ids.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/slot_scale.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Consecutive atoms, and where they were when lists were built.
template <class P> struct MoveScan {
    const Site<P>* site; ///< of all atoms
    const Site<P>* reference;
    LocalIndex first;
    std::size_t count;
    SlotScale<P> scale;
};

/// How far atoms of a block of at most `scan_padding` have moved.
struct BlockMove {
    float farthest; ///< rounded up [length]
    unsigned far;   ///< bit k stands for atom number k: it has moved farther than asked for
};

/// Looks at a block of atoms for those that have moved farther than a squared distance [length^2].
template <class P>
using MeasureMoves = BlockMove (*)(const MoveScan<P>& block, typename P::Real far2);

/// A displaced atom as seen from the image of the blocks; places in fractions.
struct DisplacedPlace {
    float then[3]; ///< when lists were built
    float now[3];
    float way[3]; ///< from then to now [length]
    float moved;  ///< its length [length]
};

/// What makes a block worth a look, beside the atom.
struct ApproachQuery {
    float height[3]; ///< of the box [length]
    float within;    ///< the largest distance of a pair that may be missing now [length]
    float needed;    ///< what both atoms of such a pair have moved together, at least [length]
    float approach;  ///< by how much they have come nearer, at least [length]
    bool bounded;    ///< distances to boxes are true, and `approach` is more than atoms have moved
};

/// Which of the `scan_padding` blocks from `first` on may have held an atom that lists do not pair
/// with this one and that is near it now: bit k stands for block first + k. `moves` says how far
/// the farthest atom of each block has moved.
///
/// With q from where this atom is to where the other was, u the way of this one, and m that of the
/// other: |q| <= within + m, and |q + u| - |q| >= approach - m. The left side is
/// (2 q.u + u.u) / (|q + u| + |q|), of which a box bounds the upper part from above and the lower
/// from below; that is enough where approach - m is not negative.
using FindApproaching = unsigned (*)(const BlockBoxes& boxes, const float* moves, std::size_t first,
                                     const DisplacedPlace& atom, const ApproachQuery& query);

/// A displaced atom, and which partners may make a missing pair with it: so near now, so far apart
/// when lists were built, and displaced so far themselves.
template <class P> struct PartnerScan {
    using Real = typename P::Real;

    MoveScan<P> atoms; ///< at most `scan_padding`
    Vec3<typename P::Fraction> now;
    Vec3<typename P::Fraction> then;
    Real within2; ///< [length^2]
    Real listed2; ///< [length^2]
    Real moved2;  ///< [length^2]
};

/// Which atoms may: bit k stands for atom number k.
template <class P> using FindPartners = unsigned (*)(const PartnerScan<P>& scan);

} // namespace mdsim
