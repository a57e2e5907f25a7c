// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/delayed_action.cuh"
#include "kernels/force/advance_ending.cuh"
#include "kernels/force/pressure_terms.cuh"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

/// An ending that moves the atoms where thermostat and barostat act some steps behind their sums:
/// on some steps it sums up what they act by, on others it multiplies velocities between the half
/// kicks. One more block, the first one, lets them act by the sums of the step before.
template <class P> struct AdvanceCoupled {
    static constexpr bool with_energy = false;
    static constexpr unsigned spare_blocks = 1;
    using DiagonalAlone = void;
    using Real = typename P::Real;

    Advance<P, false> advance;
    CoupledSteps coupled;

    /// Whether a kernel of a body sums up or acts in this pass: then it adds up the virial, too.
    /// Through the cache of the SM, as bits change between passes alone: past it all warps would
    /// queue for them.
    __device__ bool couples(const WalkArgs<P>& walk) const {
        const CoupledKernels& kernels = walk.atoms.control->coupled;
        return (kernels.measure | kernels.act) >> walk.kernel & 1u;
    }

    /// What the first block does.
    template <class Reading> __device__ void act(const WalkArgs<P>& walk) const {
        if (threadIdx.x >= acting_threads) return;
        Control& control = *walk.atoms.control;
        const Step step = step_of_kernel(control, number_in_pass(control, walk.kernel));
        if (threadIdx.x == 0) prepare_action(step, *coupled.coupling, control);
        if (!measures(control, step - 1)) return;
        Reading::wait_for_step_before();
        act_by_sums_of(step - 1, *coupled.coupling, control, walk.atoms.boxes);
    }

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile,
                            LocalIndex atom) const {
        advance.template foresee<Reading>(walk, tile, atom);
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, false>& sums) const {
        advance.template move_atom<Reading>(walk, atom, active, now, sums.force,
                                            blockIdx.x - spare_blocks,
                                            [](const Site<P>&, Vec3<Real>&) {});
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ForceSums<Real, true>& sums) const {
        const CoupledKernels kernels = walk.atoms.control->coupled;
        const bool acts = kernels.act >> now.kernel & 1u;
        const LowerTriangular<double>* factor = acts ? &factor_of_block(*coupled.place) : nullptr;
        Vec3<Real> completed{};
        TypeId type = 0;
        advance.template move_atom<Reading>(walk, atom, active, now, sums.force,
                                            blockIdx.x - spare_blocks,
                                            [&](const Site<P>& site, Vec3<Real>& v) {
                                                completed = v;
                                                type = advance.view.types > 1 ? site.type : 0;
                                                if (acts)
                                                    v = transformed_velocity(v, *factor, {0, 0, 0});
                                            });
        if (!(kernels.measure >> now.kernel & 1u)) return;
        KineticTerms<3> kinetic;
        if (active) kinetic.add(coupled.mass[type], completed);
        if (kernels.pressure >> now.kernel & 1u)
            add_pressure_terms(active, sums, kinetic, {&coupled.now->pair, &coupled.now->kinetic});
        else
            kinetic.add_to(coupled.place->kinetic);
    }
};

} // namespace mdsim
