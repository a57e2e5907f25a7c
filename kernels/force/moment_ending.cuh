// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/lanes.cuh"
#include "kernels/force/moment_walk.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/state/current_step.cuh"
#include "state/atom_share.hpp"

namespace mdsim {

/// How moments of atoms of a type are embedded, if the functional serves them.
template <class M> struct MomentEmbedding {
    typename M::Embedding embedding;
    bool served;
};

/// What embedding the moments of an atom takes.
template <class M> struct MomentEmbeddings {
    const MomentEmbedding<M>* of_type;
    const double* samples;
    std::uint32_t types;

    /// Writes the slopes of an atom of this type, zeros where no functional serves it.
    template <class Real>
    __device__ MomentEnergy embed(std::uint32_t type, const MomentSums<M>& sums,
                                  Real (&slope)[moment_channel_width]) const {
        for (Real& s : slope) s = 0;
        if (!of_type[type].served) return {0, false};
        return embed_moments<M>(of_type[type].embedding, sums.moment, slope, samples);
    }
};

/// The type of an atom where there are several.
template <class P>
__device__ std::uint32_t type_of(const WalkArgs<P>& walk, LocalIndex atom, const CurrentStep& now,
                                 std::uint32_t types) {
    if (types == 1) return 0;
    return static_cast<std::uint32_t>(pick(walk.atoms.site, now.position)[atom].type);
}

/// An ending of a walk over moments: computes the energy of each atom and its slopes, and sends
/// them to its neighbours.
template <class P, class M, bool energies> struct EmbedMoments {
    static constexpr bool with_energy = energies;
    using Real = typename P::Real;

    MomentEmbeddings<M> embeddings;
    RoundArgs<P> round;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile, LocalIndex) const {
        if (round.sent.group != nullptr) prepare_to_send(round.sent, tile, atom_of_thread(walk));
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const MomentSums<M>& sums) const {
        MomentEnergy energy{0, false};
        if (active) {
            Real slope[moment_channel_width];
            energy = embeddings.embed(type_of(walk, atom, now, embeddings.types), sums, slope);
            tell(walk.channel, atom, atom_of_thread(walk), slope);
        }
        if constexpr (energies) add_energy(active, energy);
    }

  private:
    __device__ void tell(const ChannelView<P>& channel, LocalIndex atom, std::uint32_t number,
                         const Real* slope) const {
        write(channel.record(atom), slope);
        if (round.sent.group == nullptr) return;
        for_each_halo(round.sent, tile_sent(), number, [&](Rank peer, LocalIndex place) {
            write(channel.record_of(peer, place), slope);
        });
    }

    __device__ static void write(Vec4<Real>* record, const Real* slope) {
        for (std::size_t k = 0; k < moment_channel_width; k += 4)
            record[k / 4] = {slope[k], slope[k + 1], slope[k + 2], slope[k + 3]};
    }

    __device__ void add_energy(bool active, const MomentEnergy& energy) const {
        __shared__ FixedSum::Words shared[8][pair_sums];
        FixedSum term[pair_sums];
        term[0] = FixedSum(fixed_scale::energy);
        if (active) term[0].add(energy.energy);
        for (int k = 1; k < beyond_sum; ++k) term[k] = FixedSum(fixed_scale::virial);
        term[beyond_sum] = FixedSum(fixed_scale::count);
        if (active && energy.beyond) term[beyond_sum].add(1);
        add_block(term, shared, *round.totals);
    }
};

/// An ending of a walk over moments that adds the energy by them to what an atom has.
template <class P, class M> struct AddMomentEnergy {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;

    MomentEmbeddings<M> embeddings;
    AtomShare<P>* share;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const MomentSums<M>& sums) const {
        if (!active) return;
        Real slope[moment_channel_width];
        const std::uint32_t type = type_of(walk, atom, now, embeddings.types);
        share[atom].energy += static_cast<Real>(embeddings.embed(type, sums, slope).energy);
    }
};

} // namespace mdsim
