// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/tagged_real.hpp"
#include "kernels/force/functional_walk.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/state/current_step.cuh"

namespace mdsim {

/// How atoms of a type are embedded, if the functional serves them.
template <class Functional> struct TypeEmbedding {
    typename Functional::Embedding embedding;
    bool served;
};

/// What embedding an atom takes beside its density.
template <class Functional> struct EmbeddingTable {
    TypeEmbedding<Functional> only; ///< where there is one type
    const TypeEmbedding<Functional>* of_type;
    const double* samples;
    std::uint32_t types;

    template <class Real> __device__ Embedded embed(std::uint32_t type, Real density) const {
        TypeEmbedding<Functional> of = only;
        if (types > 1) of = of_type[type];
        if (!of.served) return {0, 0};
        return evaluate_embedding<Functional>(of.embedding, static_cast<double>(density), samples);
    }
};

/// An ending of a walk over densities: embeds each atom, and tells the slope to its neighbours.
template <class P, class Functional, bool energies> struct Embed {
    static constexpr bool with_energy = energies;
    using Real = typename P::Real;

    EmbeddingTable<Functional> table;
    RoundArgs<P> round;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile, LocalIndex) const {
        if (round.sent.group != nullptr) prepare_to_send(round.sent, tile, atom_of_thread(walk));
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const DensitySums<Real>& sums) const {
        Embedded embedded{0, 0};
        if (active) {
            const auto type =
                table.types > 1
                    ? static_cast<std::uint32_t>(pick(walk.atoms.site, now.position)[atom].type)
                    : 0;
            embedded = table.embed(type, sums.density);
            const auto slope = static_cast<Real>(embedded.slope);
            tell(walk.channel, atom, atom_of_thread(walk),
                 table.types > 1 ? tagged(slope, type) : slope);
        }
        if constexpr (energies) add_energy(active, embedded);
    }

  private:
    /// Both ends of a pair read the same number.
    __device__ void tell(const ChannelView<P>& channel, LocalIndex atom, std::uint32_t number,
                         Real value) const {
        channel.value[atom] = value;
        if (round.sent.group == nullptr) return;
        for_each_halo(round.sent, tile_sent(), number,
                      [&](Rank peer, LocalIndex place) { channel.of_rank[peer][place] = value; });
    }

    __device__ void add_energy(bool active, const Embedded& embedded) const {
        __shared__ FixedSum::Words shared[8][pair_sums];
        FixedSum term[pair_sums];
        term[0] = FixedSum(fixed_scale::energy);
        if (active) term[0].add(embedded.energy);
        for (int k = 1; k < beyond_sum; ++k) term[k] = FixedSum(fixed_scale::virial);
        term[beyond_sum] = FixedSum(fixed_scale::count);
        if (active && embedded.beyond) term[beyond_sum].add(1);
        add_block(term, shared, *round.totals);
    }
};

} // namespace mdsim
