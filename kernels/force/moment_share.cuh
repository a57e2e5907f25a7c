// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/moment_walk.cuh"
#include "state/atom_share.hpp"

namespace mdsim {

/// What a lane adds up of an atom's energy and virial, pairs only.
template <class Real> struct MomentShareSums {
    Real energy = 0;
    Matrix3<Real> virial{};
};

template <class Real> __device__ void join(MomentShareSums<Real>& sums, std::uint32_t lanes) {
    join(sums.energy, lanes);
    for (Real& w : sums.virial.value) join(w, lanes);
}

template <class P, class M> class MomentShareCache : public MomentCache<P, M, false> {
  public:
    using Real = typename P::Real;
    using MomentCache<P, M, false>::MomentCache;

    template <class Length>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content,
                         MomentShareSums<Real>& sums) const {
        this->for_neighbours(
            chunk, length, record, own, own_content,
            [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex other) {
                const MomentSlopes<Real> slopes(this->table().channel, other);
                const DirectedTerm<Real> part =
                    share_of_pair(functional, d, r2, slopes.value, this->table().samples);
                sums.energy += part.energy;
                add_outer(d, Real(-1) * part.force, sums.virial);
            });
    }
    __device__ void finish(MomentShareSums<Real>&) const {}
};

/// A walk that adds up what atoms have of pairs, by the slopes of their neighbours: see
/// walk_tiles().
template <class P, class M> struct MomentShareWalk {
    using Real = typename P::Real;
    using Table = DeviceMoments<P, M>;
    using Cache = MomentShareCache<P, M>;
    using Content = NumberContent<P>;
    template <bool with_energy> using Sums = MomentShareSums<Real>;

    static constexpr bool follows_round = true;
    static constexpr std::size_t cache_bytes = 16;
    template <class Ending, class Reading> static constexpr int resident_blocks() { return 2; }
};

/// The ending that adds it.
template <class P> struct AddMomentShare {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;

    AtomShare<P>* share;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>&, LocalIndex atom, bool active, const CurrentStep&,
                           const MomentShareSums<Real>& sums) const {
        if (!active) return;
        AtomShare<P>& to = share[atom];
        to.energy += sums.energy;
        for (int k = 0; k < 9; ++k) to.virial.value[k] += sums.virial.value[k];
    }
};

} // namespace mdsim
