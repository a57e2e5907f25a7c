// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/no_particle.hpp"
#include "cpu/simd/slot_scale.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "physics/motion/motion.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What moving atoms reads and writes; all arrays are indexed by LocalIndex.
template <class P> struct MoveArrays {
    using Real = typename P::Real;

    Motion<Real> motion;
    const Site<P>* site;
    const Site<P>* reference;
    Site<P>* next;
    Vec4<Real>* velocity;
    const Vec4<Real>* force;
    const ParticleId* id;
    const Real* inverse_mass; ///< of each type
    std::size_t types;
    LowerTriangular<Real> to_fraction; ///< of displacements [unit of the fraction / length]
    LowerTriangular<Real> length; ///< of ways since the rebuild [length / unit of the fraction]
    Real largest_step2; ///< a displacement whose square is not below this is a fault [length^2]
    std::uint64_t seed;
    Step step;
};

/// What the kernels report of the atoms that they moved. Nothing in it depends on the order of the
/// atoms.
template <class P> struct MoveReport {
    typename P::Real displacement2 = 0; ///< largest from the reference [length^2]
    LocalIndex fault = no_atom;         ///< an atom that moved too far or is not a number
    ParticleId fault_id = no_particle;  ///< its number, the lowest of all such atoms
};

/// Moves the atoms of one tile by the force sums of its lanes: the half kick that ends a step, then
/// the half kick and the drift that begin the next.
template <class P>
using AdvanceTile = void (*)(const MoveArrays<P>&, const ListedTile<P>&, const LaneSums<P>*,
                             MoveReport<P>&);

/// Moves `count` consecutive atoms by their stored forces: the half kick that ends a step, or the
/// half kick and the drift that begin one.
template <class P>
using CompleteRun = void (*)(const MoveArrays<P>&, LocalIndex first, std::size_t count);
template <class P>
using BeginRun = void (*)(const MoveArrays<P>&, LocalIndex first, std::size_t count,
                          MoveReport<P>&);

} // namespace mdsim
