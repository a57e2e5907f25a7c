// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/functional_walk.cuh"

namespace mdsim {

/// What ShareWalk says of processors (`cpu/simd/force_entries.hpp`): twice the energy and virial
/// that an atom has by the energies of its neighbours. It is computed, never read from a curve.
template <class P, class Functional, bool one_type>
class FunctionalShareCache : public FunctionalCache<P, Functional, one_type> {
  public:
    using Real = typename P::Real;
    using FunctionalCache<P, Functional, one_type>::FunctionalCache;

    template <class Length>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_slope, ForceSums<Real, true>& sums) const {
        using Content = ChannelContent<P>;
        this->with_entries(Content::type_of(own_slope), [&](const auto& entry_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                             const auto& entry = entry_for(Content::type_of(other.w));
                             add_pair(share_term(entry, r2, other.w), d, sums);
                         });
        });
    }
    __device__ void finish(ForceSums<Real, true>&) const {}

  private:
    using Base = FunctionalCache<P, Functional, one_type>;

    __device__ TruncatedTerm<Real> share_term(const typename Base::Entry& entry, Real r2,
                                              Real other) const {
        const auto term = [&](Real slope) {
            return evaluate_functional<one_type>(entry.potential, r2, Real(0), slope,
                                                 this->samples());
        };
        const PairTerm<Real> pair = term(Real(0));
        PairTerm<Real> share = term(other);
        share.force_over_r += share.force_over_r - pair.force_over_r;
        return {share, r2 < entry.cutoff2};
    }
};

/// A walk that adds up what atoms have of energy and virial by a functional: see walk_tiles().
template <class P, class Functional, bool one_type> struct FunctionalShareWalk {
    using Real = typename P::Real;
    using Table = DeviceFunctionals<Functional>;
    using Cache = FunctionalShareCache<P, Functional, one_type>;
    using Content = ChannelContent<P>;
    template <bool with_energy> using Sums = ForceSums<Real, with_energy>;

    static constexpr bool follows_round = true;
    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    template <class Ending, class Reading> static constexpr int resident_blocks() { return 2; }
};

} // namespace mdsim
