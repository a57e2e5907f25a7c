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
    SlotScale<P> now; ///< of the present box, in which moves are measured
};

/// How far the atoms of a block have moved; a block has at most `scan_padding`.
struct BlockMove {
    float farthest; ///< the largest displacement, rounded up [length]
    unsigned far;   ///< bit k is set if atom first + k has moved farther than the limit
};

/// Measures the displacements of a block of atoms; `far2` is the square of the limit [length^2].
template <class P>
using MeasureMoves = BlockMove (*)(const MoveScan<P>& block, typename P::Real far2);

/// Where a displaced atom is and was, in fractions, shifted to the image of the blocks that are
/// searched.
struct DisplacedPlace {
    float then[3]; ///< when lists were built
    float now[3];
    float way[3]; ///< the displacement, from `then` to `now` [length]
    float moved;  ///< the length of the displacement [length]
};

/// What the search for blocks needs to know beside the atom.
struct ApproachQuery {
    float height_now[3];  ///< of the present box [length]
    float height_then[3]; ///< of the box when lists were built [length]
    float within;         ///< the largest distance of a pair that may be missing now [length]
    float needed;         ///< the least that both atoms of such a pair have moved together [length]
    float approach;       ///< the least by which they have come nearer [length]
    bool bounded; ///< both boxes are orthorhombic, and `approach` is more than any atom has moved
};

/// Which of the `scan_padding` blocks from `first` on may hold an atom that forms a missing pair
/// with this one: bit k stands for block first + k. `moves` holds how far the farthest atom of each
/// block has moved.
///
/// Let q lead from where this atom is now to where the other was when lists were built. Let u be
/// the displacement of this atom, and m the length of that of the other.
/// 1. The atoms are near now: |q| <= within + m.
/// 2. They have come nearer: |q + u| - |q| >= approach - m.
/// 3. The left side of 2 is (2 q.u + u.u) / (|q + u| + |q|). A box bounds the numerator from above
///    and the denominator from below. If approach - m is not negative, these bounds suffice to
///    exclude a block.
using FindApproaching = unsigned (*)(const BlockBoxes& boxes, const float* moves, std::size_t first,
                                     const DisplacedPlace& atom, const ApproachQuery& query);

/// A displaced atom, and what an atom must meet to form a missing pair with it.
template <class P> struct PartnerScan {
    using Real = typename P::Real;

    MoveScan<P> atoms;  ///< at most `scan_padding`
    SlotScale<P> built; ///< of the box when lists were built
    Vec3<typename P::Fraction> now;
    Vec3<typename P::Fraction> then;
    Real within2; ///< it is at most so far away now [length^2]
    Real listed2; ///< it was farther away when lists were built [length^2]
    Real moved2;  ///< it has moved farther itself [length^2]
};

/// Which of the atoms meet all this: bit k stands for atom first + k.
template <class P> using FindPartners = unsigned (*)(const PartnerScan<P>& scan);

} // namespace mdsim
