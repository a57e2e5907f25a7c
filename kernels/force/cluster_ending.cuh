// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "kernels/force/cluster_walk.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/send_to_halos.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/state/current_step.cuh"

namespace mdsim {

/// The energy of the cluster that a walk has found, which is put together here, and its slopes.
/// Where there are too many neighbours they are no numbers: forces by them end the run, which says
/// what may be the reason.
template <class P, class C, class Real>
__device__ Real evaluate_cluster(const DeviceClusters<C>& table, const ClusterSums<Real>& sums,
                                 Cluster<Real>& cluster, ClusterSlopes<Real>& slope) {
    const bool fits = sums.count <= most_cluster_neighbours;
    for (int b = 0; b < (fits ? sums.count : most_cluster_neighbours); ++b)
        cluster.add(sums.d[b], NumberContent<P>::type_of(sums.number_and_type[b]));
    if (fits) return C::evaluate(cluster, table.constants, slope);
    const Real none = std::numeric_limits<Real>::quiet_NaN();
    for (int b = 0; b < cluster.count; ++b) slope[b] = {none, none, none};
    return none;
}

/// An ending of a walk that finds clusters: computes the energy of each atom and its slopes, and
/// tells them to its neighbours.
template <class P, class C, bool energies> struct TellSlopes {
    static constexpr bool with_energy = energies;
    using Real = typename P::Real;

    DeviceClusters<C> table;
    RoundArgs<P> round;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>& walk, const DeviceTile<P>& tile, LocalIndex) const {
        if (round.sent.group != nullptr) prepare_to_send(round.sent, tile, atom_of_thread(walk));
    }

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ClusterSums<Real>& sums) const {
        Cluster<Real> cluster;
        ClusterSlopes<Real> slope;
        Real energy = 0;
        if (active) {
            cluster.own_type =
                table.constants.types > 1
                    ? static_cast<std::uint32_t>(pick(walk.atoms.site, now.position)[atom].type)
                    : 0;
            if (table.serves(cluster.own_type))
                energy = evaluate_cluster<P>(table, sums, cluster, slope);
            keep_neighbours(walk.channel, atom, sums, cluster.count);
            tell(walk.channel, atom, atom_of_thread(walk), cluster, slope);
        }
        if constexpr (energies) add_sums(active ? cluster.count : 0, cluster, slope, energy);
    }

  private:
    __device__ static void keep_neighbours(const ChannelView<P>& channel, LocalIndex atom,
                                           const ClusterSums<Real>& sums, int count) {
        LocalIndex* kept = channel.neighbour + std::size_t{atom} * most_cluster_neighbours;
        for (int b = 0; b < count; ++b)
            kept[b] = NumberContent<P>::atom_of(sums.number_and_type[b]);
    }

    __device__ void tell(const ChannelView<P>& channel, LocalIndex atom, std::uint32_t number,
                         const Cluster<Real>& cluster, const ClusterSlopes<Real>& slope) const {
        write_record(channel.record(atom), cluster, slope);
        if (round.sent.group == nullptr) return;
        for_each_halo(round.sent, tile_sent(), number, [&](Rank peer, LocalIndex place) {
            write_record(channel.record_of(peer, place), cluster, slope);
        });
    }

    __device__ void write_record(Vec4<Real>* record, const Cluster<Real>& cluster,
                                 const ClusterSlopes<Real>& slope) const {
        for (int b = 0; b < cluster.count; ++b)
            record[b] = record_part(slope[b], table.key.of(cluster.d[b]));
        if (cluster.count < most_cluster_neighbours)
            record[cluster.count] = record_part(Vec3<Real>{0, 0, 0}, last_cluster_key);
    }

    __device__ void add_sums(int count, const Cluster<Real>& cluster,
                             const ClusterSlopes<Real>& slope, Real energy) const {
        Real virial[6] = {};
        for (int b = 0; b < count; ++b) {
            const Vec3<Real>& d = cluster.d[b];
            const Vec3<Real>& g = slope[b];
            const Real w[6] = {d.x * g.x, d.y * g.y, d.z * g.z, d.x * g.y, d.x * g.z, d.y * g.z};
            for (int k = 0; k < 6; ++k) virial[k] -= w[k];
        }
        __shared__ FixedSum::Words shared[8][pair_sums];
        FixedSum term[pair_sums];
        term[0] = FixedSum(fixed_scale::energy);
        term[0].add(static_cast<double>(energy));
        for (int k = 0; k < 6; ++k) {
            term[k + 1] = FixedSum(fixed_scale::virial);
            term[k + 1].add(static_cast<double>(virial[k]));
        }
        term[beyond_sum] = FixedSum(fixed_scale::count);
        add_block(term, shared, *round.totals);
    }
};

} // namespace mdsim
