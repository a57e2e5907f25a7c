// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/factor_of_block.cuh"
#include "kernels/force/advance_ending.cuh"
#include "kernels/force/coupled_moves.hpp"
#include "kernels/force/pressure_terms.cuh"
#include "kernels/force/summed_atoms.cuh"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

/// The velocity of an atom between the half kicks; as it is, as terms of sums take registers.
template <class Real> struct CompletedVelocity {
    Vec3<Real> velocity{};
    TypeId type = 0;

    /// `mass` is that of each type.
    __device__ KineticTerms<3> terms(bool active, const double* mass) const {
        KineticTerms<3> terms;
        if (active) terms.add(mass[type], velocity);
        return terms;
    }
};

/// What endings have that move the atoms of a step to which something couples.
template <class P> struct CoupledAdvance {
    using Real = typename P::Real;

    Advance<P, false> advance;
    CoupledMove coupled;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile,
                            LocalIndex atom) const {
        advance.template foresee<Reading>(walk, tile, atom);
    }

  protected:
    /// Moves an atom, with its velocity between the half kicks by act(v) where something acts;
    /// returns what it was before that. All threads.
    template <class Reading, class Act>
    __device__ CompletedVelocity<Real> move(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                                            const CurrentStep& now, const Vec3<Real>& force,
                                            const Act& act) const {
        CompletedVelocity<Real> completed;
        advance.template move_atom<Reading>(
            walk, atom, active, now, force, [&](const Site<P>& site, Vec3<Real>& v) {
                completed = {v, advance.view.types > 1 ? site.type : TypeId(0)};
                act(v);
            });
        return completed;
    }
};

/// The same where something may act.
template <class P> struct ActingAdvance : CoupledAdvance<P> {
    using CoupledAdvance<P>::coupled;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile,
                            LocalIndex atom) const {
        CoupledAdvance<P>::template foresee<Reading>(walk, tile, atom);
        // Ahead of the barriers behind which j-atoms are walked.
        if (coupled.factor != nullptr) fetch_factor(*coupled.factor);
    }
};

/// Multiplies a velocity by the factor that has been fetched, where something acts.
struct ByFactor {
    bool acts;

    template <class Real> __device__ void operator()(Vec3<Real>& v) const {
        if (acts) v = transformed_velocity(v, fetched_factor(), {0, 0, 0});
    }
};

/// An ending that moves the atoms of a step on which a thermostat or a barostat acts by sums of
/// steps before, or by whose sums a thermostat will act: these are of the velocities between the
/// half kicks.
template <class P> struct AdvanceCoupled : ActingAdvance<P> {
    static constexpr bool with_energy = false;
    using Real = typename P::Real;
    using ActingAdvance<P>::coupled;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        const ByFactor by_factor{coupled.factor != nullptr};
        const auto completed =
            this->template move<Reading>(walk, atom, active, now, sums.force, by_factor);
        if (coupled.sums.kinetic != nullptr)
            completed.terms(active, coupled.sums.mass).add_to(*coupled.sums.kinetic);
    }
};

/// The same where a barostat will act by the sums, which the virial is one of. Nothing acts on such
/// a step.
template <class P> struct AdvancePressed : CoupledAdvance<P> {
    static constexpr bool with_energy = true;
    using DiagonalAlone = void;
    using Real = typename P::Real;
    using CoupledAdvance<P>::coupled;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, true>& sums) const {
        const auto completed =
            this->template move<Reading>(walk, atom, active, now, sums.force, [](Vec3<Real>&) {});
        add_pressure_terms(active, sums, completed.terms(active, coupled.sums.mass),
                           coupled.sums.pressure);
    }
};

/// The same where all sums are taken, for a sample or a barostat; something may act behind them.
template <class P> struct AdvanceObserved : ActingAdvance<P> {
    static constexpr bool with_energy = true;
    using SumsAtoms = void;
    using Real = typename P::Real;
    using ActingAdvance<P>::coupled;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, true>& sums) const {
        const ByFactor by_factor{coupled.factor != nullptr};
        SummedAtoms<P> atoms(walk);
        if (active) atoms.put(sums);
        const auto completed =
            this->template move<Reading>(walk, atom, active, now, sums.force, by_factor);
        if (active) atoms.put(completed.velocity, completed.type);
        atoms.complete();
        add_all_terms(atoms, coupled.sums.mass, coupled.sums.pressure);
    }
};

} // namespace mdsim
