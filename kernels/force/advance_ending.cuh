// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/noise.hpp"
#include "kernels/force/drift.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/prefetch.cuh"

namespace mdsim {

/// An ending of the walk that moves the atoms: both half kicks and the drift, in which friction and
/// noise act if `thermal`.
template <class P, bool thermal> struct Advance {
    static constexpr bool with_energy = false;
    using Real = typename P::Real;

    MotionView<P> view;
    StepMotions<Real> motions;
    SentAtoms<P> sent; ///< perhaps empty

    /// Sends what finish() reads at first on its way to the L2 cache, and notes what it must know
    /// of the tile.
    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile,
                            LocalIndex atom) const {
        if constexpr (!Reading::overlaps) {
            prefetch(&walk.atoms.velocity[atom]);
            prefetch(&walk.atoms.reference[atom]);
        }
        if (sent.group != nullptr) prepare_to_send(sent, tile, atom_of_thread(walk));
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        move_atom<Reading>(walk, atom, active, now, sums.force, [](const Site<P>&, Vec3<Real>&) {});
    }

    /// Moves the atom of a thread by the force of this walk; `between` sees its velocity between
    /// the half kicks, and may change it. All threads.
    template <class Reading, class Between>
    __device__ void move_atom(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                              const CurrentStep& now, Vec3<Real> force,
                              const Between& between) const {
        Moved<Real> moved;
        // Where one report ends the pass, few are made.
        const bool searched = view.displaced.capacity > 0;
        const bool known = searched && known_too_far(*walk.atoms.control, now);
        if (active) {
            // Read again, as registers were dear on the way here.
            const Site<P> site = Reading::changing(&pick(walk.atoms.site, now.position)[atom]);
            Vec4<Real>& velocity = walk.atoms.velocity[atom];
            // All that is read is asked for before anything is written.
            const Vec4<Real> stored = Reading::changing(&velocity);
            const Site<P> reference = walk.atoms.reference[atom];
            if (walk.add_stored) {
                const Vec4<Real> other = Reading::changing(&walk.atoms.force(now.position)[atom]);
                force = force + Vec3<Real>{other.x, other.y, other.z};
            }
            Vec3<Real> v{stored.x, stored.y, stored.z};
            const Vec3<Real> displacement = move(walk, site, atom, now, force, v, between);
            Site<P> to;
            moved = drift(walk.atoms.boxes.next(walk.atoms.control->pass, now.kernel), site,
                          reference, displacement, to);
            velocity = {v.x, v.y, v.z, Real(0)};
            pick(walk.atoms.site, 1 - now.position)[atom] = to;
            if (sent.group != nullptr)
                send_to_halos(sent, tile_sent(), atom_of_thread(walk), to, 1 - now.position);
        }
        report_moves(walk, view, moved, atom, now, known);
    }

  private:
    /// Kicks a velocity and returns the displacement.
    template <class Between>
    __device__ Vec3<Real> move(const WalkArgs<P>& walk, const Site<P>& site, LocalIndex atom,
                               const CurrentStep& now, const Vec3<Real>& force, Vec3<Real>& v,
                               const Between& between) const {
        const Control& control = *walk.atoms.control;
        const Motion<Real> motion = motions.of_step == nullptr
                                        ? motions.one
                                        : motions.at(control, step_of_kernel(control, now.kernel));
        const Real inverse_mass =
            view.types == 1 ? view.first_inverse_mass : view.inverse_mass[site.type];
        motion.complete(v, force, inverse_mass);
        between(site, v);
        if constexpr (!thermal) return motion.begin(v, force, inverse_mass);
        return motion.begin_atom(v, force, inverse_mass, [&] {
            return NoiseKey{view.seed, walk.atoms.id[atom], step_of_kernel(control, now.kernel),
                            motion.purpose};
        });
    }
};

} // namespace mdsim
