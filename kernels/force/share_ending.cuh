// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/embed_ending.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/state/current_step.cuh"
#include "state/atom_share.hpp"

namespace mdsim {

/// An ending that adds what an atom has of energy and virial by the sums of a walk; forces among
/// them are not looked at.
template <class P> struct AddShare {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;

    AtomShare<P>* share;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>&, LocalIndex atom, bool active, const CurrentStep&,
                           const ForceSums<Real, true>& sums) const {
        if (!active) return;
        const Real half = Real(0.5);
        const Matrix3<Real> virial = symmetric(sums.virial);
        AtomShare<P>& to = share[atom];
        to.energy += half * sums.energy;
        for (int k = 0; k < 9; ++k) to.virial.value[k] += half * virial.value[k];
    }
};

/// An ending of a walk over densities that adds the energy of the embedding of each atom.
template <class P, class Functional> struct AddEmbedding {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;

    EmbeddingTable<Functional> table;
    AtomShare<P>* share;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const DensitySums<Real>& sums) const {
        if (!active) return;
        const auto type =
            table.types > 1
                ? static_cast<std::uint32_t>(pick(walk.atoms.site, now.position)[atom].type)
                : 0;
        share[atom].energy += static_cast<Real>(table.embed(type, sums.density).energy);
    }
};

} // namespace mdsim
