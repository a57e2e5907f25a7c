// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/factor_of_block.cuh"
#include "kernels/force/advance_ending.cuh"
#include "kernels/force/coupled_moves.hpp"
#include "kernels/force/pressure_terms.cuh"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

/// The velocity of an atom between the half kicks; as it is, as terms of sums take registers.
template <class Real> struct CompletedVelocity {
    Vec3<Real> velocity{};
    TypeId type = 0;

    /// `mass` is that of each type.
    template <int count = 3>
    __device__ KineticTerms<count> terms(bool active, const double* mass) const {
        KineticTerms<count> terms;
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

/// Where what acts by `coupled` stands for all threads of a block; all threads.
__device__ inline const LowerTriangular<double>* factor_for_block(const CoupledMove& coupled) {
    return coupled.factor != nullptr ? &factor_of_block(*coupled.factor) : nullptr;
}

/// Multiplies a velocity where something acts.
struct ByFactor {
    const LowerTriangular<double>* factor;

    template <class Real> __device__ void operator()(Vec3<Real>& v) const {
        if (factor != nullptr) v = transformed_velocity(v, *factor, {0, 0, 0});
    }
};

/// An ending that moves the atoms of a step on which a thermostat or a barostat acts by sums of
/// steps before, or by whose sums a thermostat will act: these are of the velocities between the
/// half kicks.
template <class P> struct AdvanceCoupled : CoupledAdvance<P> {
    static constexpr bool with_energy = false;
    using Real = typename P::Real;
    using CoupledAdvance<P>::coupled;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        const ByFactor by_factor{factor_for_block(coupled)};
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
template <class P> struct AdvanceObserved : CoupledAdvance<P> {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;
    using CoupledAdvance<P>::coupled;

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, true>& sums) const {
        // For both sums, one behind the other: shared memory is dear.
        __shared__ FixedSum::Words shared[8 * kinetic_sum_count];
        const ByFactor by_factor{factor_for_block(coupled)};
        add_block(PairTerms(active, sums).term,
                  reinterpret_cast<FixedSum::Words(*)[pair_sums]>(shared),
                  *coupled.sums.pressure.pair);
        const auto completed =
            this->template move<Reading>(walk, atom, active, now, sums.force, by_factor);
        __syncthreads();
        add_block(completed.template terms<kinetic_sum_count>(active, coupled.sums.mass).term,
                  reinterpret_cast<FixedSum::Words(*)[kinetic_sum_count]>(shared),
                  *coupled.sums.pressure.kinetic);
    }
};

} // namespace mdsim
