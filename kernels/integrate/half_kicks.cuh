// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/noise.hpp"
#include "kernels/force/drift.cuh"
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

/// Begins a step of an atom from velocity `v` by its stored force: half kick, and drift into the
/// other buffer.
template <class P>
__device__ Moved<typename P::Real> begin_atom(const AtomsView<P>& atoms, const MotionView<P>& view,
                                              const Motion<typename P::Real>& motion, Step step,
                                              int now, LocalIndex i, Vec3<typename P::Real> v) {
    using Real = typename P::Real;
    const Site<P> site = pick(atoms.site, now)[i];
    const Vec3<Real> displacement =
        motion.begin_atom(v, vector_of(atoms.force(now)[i]), inverse_mass_of(view, site), [&] {
            return NoiseKey{view.seed, atoms.id[i], step, motion.purpose};
        });
    Site<P> to;
    const Moved<Real> moved = drift(*atoms.box, site, atoms.reference[i], displacement, to);
    atoms.velocity[i] = stored_vector(v);
    pick(atoms.site, 1 - now)[i] = to;
    return moved;
}

} // namespace mdsim
