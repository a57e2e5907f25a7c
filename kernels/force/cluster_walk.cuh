// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "kernels/force/number_content.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/warp.cuh"
#include "physics/cluster/cluster_record.hpp"

namespace mdsim {

/// The neighbours within the cutoff that a lane has found; beyond those that fit only their number.
template <class Real> struct ClusterSums {
    int count = 0;
    Vec3<Real> d[most_cluster_neighbours]; ///< from the atom to the neighbour
    std::uint32_t number_and_type[most_cluster_neighbours];

    __device__ void add(const Vec3<Real>& to_other, std::uint32_t other) {
        if (count < most_cluster_neighbours) {
            d[count] = to_other;
            number_and_type[count] = other;
        }
        ++count;
    }
};

/// Puts together what the lanes of one atom found, in the order of the lanes; all of them get it.
template <class Real> __device__ void join(ClusterSums<Real>& sums, std::uint32_t lanes) {
    if (lanes == 1) return;
    ClusterSums<Real> all;
    const int width = static_cast<int>(lanes);
    for (int lane = 0; lane < width; ++lane) {
        const int found = __shfl_sync(all_lanes, sums.count, lane, width);
        for (int k = 0; k < most_cluster_neighbours && __any_sync(all_lanes, k < found); ++k) {
            const Vec3<Real> d{__shfl_sync(all_lanes, sums.d[k].x, lane, width),
                               __shfl_sync(all_lanes, sums.d[k].y, lane, width),
                               __shfl_sync(all_lanes, sums.d[k].z, lane, width)};
            const std::uint32_t other =
                __shfl_sync(all_lanes, sums.number_and_type[k], lane, width);
            if (k < found) all.add(d, other);
        }
        if (found > most_cluster_neighbours) all.count = most_cluster_neighbours + 1;
    }
    sums = all;
}

/// A cluster functional for all pairs of types, as kernels read it.
template <class C> struct DeviceClusters {
    using Real = typename C::value_type;

    ClusterConstants<C> constants;
    const Real* cutoff2; ///< [type][type], zero where the functional does not act [length^2]
    Real only_cutoff2;   ///< where there is one type
    ClusterKey<Real> key;

    __device__ bool serves(std::uint32_t type) const {
        return cutoff2[type * constants.types + type] > 0;
    }
};

template <class P, class C, bool one_type> class ClusterCache {
  public:
    using Real = typename P::Real;

    __device__ ClusterCache(const DeviceClusters<C>& table, std::byte*) : table_(table) {}
    __device__ void wait() const {}

    template <class Length>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content, ClusterSums<Real>& sums) const {
        using Content = NumberContent<P>;
        const std::uint32_t types = table_.constants.types;
        const Real* row =
            table_.cutoff2 + Content::type_of(Content::number_and_type(own_content)) * types;
        walk_entries(
            chunk, length, record, own, [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                const std::uint32_t which = Content::number_and_type(other.w);
                const Real cutoff2 = one_type ? table_.only_cutoff2 : row[Content::type_of(which)];
                if (r2 < cutoff2) sums.add(Real(-1) * d, which);
            });
    }
    __device__ void finish(ClusterSums<Real>&) const {}

  private:
    const DeviceClusters<C>& table_;
};

/// A walk that finds the cluster of each atom: see walk_tiles().
template <class P, class C, bool one_type> struct ClusterWalk {
    using Real = typename P::Real;
    using Table = DeviceClusters<C>;
    using Cache = ClusterCache<P, C, one_type>;
    using Content = NumberContent<P>;
    template <bool with_energy> using Sums = ClusterSums<Real>;

    static constexpr bool follows_round = false;
    static constexpr std::size_t cache_bytes = 16;

    template <class Ending, class Reading> static constexpr int resident_blocks() { return 2; }
};

} // namespace mdsim
