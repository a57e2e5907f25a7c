// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/force/number_content.cuh"
#include "kernels/force/potential_table.hpp"
#include "kernels/force/reading.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "physics/moment/list.hpp"

namespace mdsim {

/// A moment functional for all pairs of types, as kernels read it.
template <class P, class M> struct DeviceMoments {
    using Real = typename P::Real;

    PotentialEntry<M> only;        ///< where there is one type
    const PotentialEntry<M>* pair; ///< [type][type]
    std::uint32_t types;
    const Real* samples;
    ChannelView<P> channel; ///< of the slopes
};

/// The neighbours of an atom within the cutoff, by their functional.
template <class P, class M, bool one_type> class MomentCache {
  public:
    using Real = typename P::Real;
    using Content = NumberContent<P>;

    __device__ MomentCache(const DeviceMoments<P, M>& table, std::byte*) : table_(table) {}
    __device__ void wait() const {}

  protected:
    /// Calls visit(functional, d, r2, atom) for each; d points to the neighbour.
    template <class Length, class Visit>
    __device__ void for_neighbours(const Chunk* chunk, const Length& length,
                                   const Vec4<Real>* record, const Vec3<Real>& own,
                                   Real own_content, const Visit& visit) const {
        const std::uint32_t type = Content::type_of(Content::number_and_type(own_content));
        const PotentialEntry<M>* row = table_.pair + type * table_.types;
        const auto entry_for = [&](const Vec4<Real>& other) -> const PotentialEntry<M>& {
            if constexpr (one_type) return table_.only;
            return row[Content::type_of(Content::number_and_type(other.w))];
        };
        walk_near_entries(
            chunk, length, record, own,
            [&](const Vec4<Real>& other, Real r2) { return r2 < entry_for(other).cutoff2; },
            [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                visit(entry_for(other).potential, Real(-1) * d, r2,
                      Content::atom_of(Content::number_and_type(other.w)));
            });
    }
    __device__ const DeviceMoments<P, M>& table() const { return table_; }

  private:
    const DeviceMoments<P, M>& table_;
};

/// The moments that a lane adds up over its entries.
template <class M> struct MomentSums {
    typename M::value_type moment[M::moments] = {};
};

template <class M> __device__ void join(MomentSums<M>& sums, std::uint32_t lanes) {
    for (auto& moment : sums.moment) join(moment, lanes);
}

template <class P, class M, bool one_type>
class MomentSumCache : public MomentCache<P, M, one_type> {
  public:
    using Real = typename P::Real;
    using MomentCache<P, M, one_type>::MomentCache;

    template <class Length>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content, MomentSums<M>& sums) const {
        this->for_neighbours(chunk, length, record, own, own_content,
                             [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex) {
                                 add_moments(functional, d, r2, sums.moment, this->table().samples);
                             });
    }
    __device__ void finish(MomentSums<M>&) const {}
};

/// The slopes of an atom, as its round has written them.
template <class Real> struct MomentSlopes {
    Real value[moment_channel_width];

    template <class P> __device__ MomentSlopes(const ChannelView<P>& channel, LocalIndex atom) {
        const Vec4<Real>* from = channel.record(atom);
        for (std::size_t k = 0; k < moment_channel_width; k += 4) {
            const Vec4<Real> part = read_shared_by_blocks(from + k / 4);
            value[k] = part.x;
            value[k + 1] = part.y;
            value[k + 2] = part.z;
            value[k + 3] = part.w;
        }
    }
};

template <class P, class M, bool one_type>
class MomentForceCache : public MomentCache<P, M, one_type> {
  public:
    using Real = typename P::Real;
    using Content = NumberContent<P>;
    using MomentCache<P, M, one_type>::MomentCache;

    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content,
                         ForceSums<Real, with_energy>& sums) const {
        const ChannelView<P>& channel = this->table().channel;
        const LocalIndex atom = Content::atom_of(Content::number_and_type(own_content));
        const MomentSlopes<Real> own_slopes(channel, atom);
        this->for_neighbours(
            chunk, length, record, own, own_content,
            [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex other) {
                const MomentSlopes<Real> slopes(channel, other);
                add(evaluate_moments(functional, d, r2, own_slopes.value, slopes.value,
                                     this->table().samples),
                    d, sums);
            });
    }
    template <bool with_energy> __device__ void finish(ForceSums<Real, with_energy>&) const {}

  private:
    template <bool with_energy>
    __device__ static void add(const DirectedTerm<Real>& pair, const Vec3<Real>& d,
                               ForceSums<Real, with_energy>& sums) {
        const Vec3<Real>& f = pair.force;
        sums.force = sums.force + f;
        if constexpr (with_energy) {
            sums.energy += pair.energy;
            const Real w[6] = {d.x * f.x, d.y * f.y, d.z * f.z, d.x * f.y, d.x * f.z, d.y * f.z};
            for (int k = 0; k < 6; ++k) sums.virial[k] -= w[k];
        }
    }
};

/// A walk that adds up the moments at each atom: see walk_tiles().
template <class P, class M, bool one_type> struct MomentWalk {
    using Table = DeviceMoments<P, M>;
    using Cache = MomentSumCache<P, M, one_type>;
    using Content = NumberContent<P>;
    template <bool with_energy> using Sums = MomentSums<M>;

    static constexpr bool follows_round = false;
    static constexpr std::size_t cache_bytes = 16;
    template <class Ending, class Reading> static constexpr int resident_blocks() { return 2; }
};

/// A walk that adds up the forces by the slopes of two atoms: see walk_tiles().
template <class P, class M, bool one_type> struct MomentForceWalk {
    using Real = typename P::Real;
    using Table = DeviceMoments<P, M>;
    using Cache = MomentForceCache<P, M, one_type>;
    using Content = NumberContent<P>;
    template <bool with_energy> using Sums = ForceSums<Real, with_energy>;

    static constexpr bool follows_round = true;
    static constexpr std::size_t cache_bytes = 16;
    template <class Ending, class Reading> static constexpr int resident_blocks() { return 2; }
};

} // namespace mdsim
