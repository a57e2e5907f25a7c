// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/noise.hpp"
#include "kernels/force/drift.cuh"
#include "kernels/force/reading.cuh"
#include "kernels/force/velocities.cuh"

namespace mdsim {

/// Ends the step of an atom by its stored force, where `now` is the buffer of positions; returns
/// its velocity.
template <class P>
__device__ Vec3<typename P::Real>
complete_atom(const AtomsView<P>& atoms, const MotionView<P>& view,
              const Motion<typename P::Real>& motion, int now, LocalIndex i) {
    auto& velocity = atoms.velocity[i];
    auto v = vector_of(velocity);
    const auto type = view.types > 1 ? pick(atoms.site, now)[i].type : 0;
    motion.complete(v, vector_of(atoms.force(now)[i]), view.inverse_mass[type]);
    velocity = stored_vector(v);
    return v;
}

/// What beginning a step of an atom reads of it, past the cache of the SM, where old values may be.
template <class P> struct BeginningAtom {
    using Real = typename P::Real;

    Site<P> site;
    Vec3<Real> velocity;
    Vec3<Real> force; ///< as stored
    Site<P> reference;

    /// Of atom i, where `now` is the buffer of positions.
    __device__ BeginningAtom(const AtomsView<P>& atoms, int now, LocalIndex i)
        : site(read_shared_by_blocks(&pick(atoms.site, now)[i])),
          velocity(vector_of(read_shared_by_blocks(&atoms.velocity[i]))),
          force(vector_of(read_shared_by_blocks(&atoms.force(now)[i]))),
          reference(atoms.reference[i]) {}
};

/// Begins a step of atom i from velocity `v` by its stored force: half kick, and drift in the box
/// `next` into the buffer that is not `now`.
template <class P>
__device__ Moved<typename P::Real>
begin_atom(const AtomsView<P>& atoms, const StepBox<P>& next, const BeginningAtom<P>& atom,
           const MotionView<P>& view, const Motion<typename P::Real>& motion, Step step, int now,
           LocalIndex i, Vec3<typename P::Real> v) {
    const auto displacement =
        motion.begin_atom(v, atom.force, inverse_mass_of(view, atom.site), [&] {
            return NoiseKey{view.seed, atoms.id[i], step, motion.purpose};
        });
    Site<P> to;
    const auto moved = drift(next, atom.site, atom.reference, displacement, to);
    atoms.velocity[i] = stored_vector(v);
    pick(atoms.site, 1 - now)[i] = to;
    return moved;
}

} // namespace mdsim
