// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/kinetic_terms.cuh"
#include "kernels/force/pressure_terms.cuh"
#include "kernels/force/velocities.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/prefetch.cuh"
#include "kernels/state/current_step.cuh"

namespace mdsim {

/// Stores the force on an atom, with what other potentials have stored before; returns it.
template <class Reading, class P, class Real>
__device__ Vec3<Real> store_force(const WalkArgs<P>& walk, LocalIndex atom, const CurrentStep& now,
                                  Vec3<Real> force) {
    Vec4<Real>& stored = walk.atoms.force(now.position)[atom];
    if (walk.add_stored) {
        const Vec4<Real> other = Reading::changing(&stored);
        force = force + Vec3<Real>{other.x, other.y, other.z};
    }
    stored = {force.x, force.y, force.z, Real(0)};
    return force;
}

/// An ending that stores the forces.
template <class P, bool energies> struct Store {
    static constexpr bool with_energy = energies;
    using Real = typename P::Real;

    DeviceSums<pair_sums>* totals; ///< of energy and virial

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, energies>& sums) const {
        if (active) store_force<Reading>(walk, atom, now, sums.force);
        if constexpr (energies) {
            __shared__ FixedSum::Words shared[8][pair_sums];
            add_block(PairTerms(active, sums).term, shared, *totals);
        }
    }
};

/// The velocity of an atom that has been completed, and its mass.
template <class Real> struct CompletedAtom {
    double mass;
    Vec3<Real> velocity;
};

/// Stores the force on an atom and ends its step before: the second half kick.
template <class Reading, class P, class Real>
__device__ CompletedAtom<Real> complete_by_force(const WalkArgs<P>& walk, LocalIndex atom,
                                                 const CurrentStep& now, const Vec3<Real>& sum,
                                                 const CompleteArgs<P>& args) {
    const Vec3<Real> force = store_force<Reading>(walk, atom, now, sum);
    const Control& control = *walk.atoms.control;
    const auto type = args.view.types > 1
                          ? Reading::changing(&pick(walk.atoms.site, now.position)[atom]).type
                          : 0;
    Vec4<Real>& velocity = walk.atoms.velocity[atom];
    Vec3<Real> v = vector_of(Reading::changing(&velocity));
    args.motions.at(control, step_of_kernel(control, now.kernel))
        .complete(v, force, args.view.inverse_mass[type]);
    velocity = stored_vector(v);
    return {args.sums.mass[type], v};
}

/// What endings have that end the step before.
template <class P> struct Completion {
    CompleteArgs<P> args;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>&, LocalIndex atom) const {
        if constexpr (!Reading::overlaps) prefetch(&walk.atoms.velocity[atom]);
    }
};

/// An ending that stores the forces and ends the step before, with the sums of velocities that a
/// thermostat acts by.
template <class P> struct Complete : Completion<P> {
    static constexpr bool with_energy = false;
    using Real = typename P::Real;

    using Completion<P>::args;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        KineticTerms<3> terms;
        if (active) {
            const auto done = complete_by_force<Reading>(walk, atom, now, sums.force, args);
            terms.add(done.mass, done.velocity);
        }
        terms.add_to(*args.sums.kinetic);
    }
};

/// The same with the sums that a barostat acts by, of virial and velocities.
template <class P> struct CompletePressed : Completion<P> {
    static constexpr bool with_energy = true;
    using DiagonalAlone = void;
    using Real = typename P::Real;

    using Completion<P>::args;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, true>& sums) const {
        KineticTerms<3> kinetic;
        if (active) {
            const auto done = complete_by_force<Reading>(walk, atom, now, sums.force, args);
            kinetic.add(done.mass, done.velocity);
        }
        add_pressure_terms(active, sums, kinetic, args.sums.pressure);
    }
};

} // namespace mdsim
