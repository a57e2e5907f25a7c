// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/cluster_ending.cuh"
#include "state/atom_share.hpp"

namespace mdsim {

/// An ending of a walk that finds clusters: adds the energy of each atom, and its virial by the
/// slopes that the records of its neighbours hold of it.
template <class P, class C> struct AddClusterShare {
    static constexpr bool with_energy = true;
    using Real = typename P::Real;

    DeviceClusters<C> table;
    AtomShare<P>* share;

    template <class Reading>
    __device__ void foresee(const WalkArgs<P>&, const DeviceTile<P>&, LocalIndex) const {}

    template <class Reading>
    __device__ void finish(const WalkArgs<P>& walk, LocalIndex atom, bool active,
                           const CurrentStep& now, const ClusterSums<Real>& sums) const {
        if (!active) return;
        Cluster<Real> cluster;
        cluster.own_type =
            table.constants.types > 1
                ? static_cast<std::uint32_t>(pick(walk.atoms.site, now.position)[atom].type)
                : 0;
        if (!table.serves(cluster.own_type)) return;
        ClusterSlopes<Real> slope;
        share[atom].energy += evaluate_cluster<P>(table, sums, cluster, slope);
        for (int b = 0; b < cluster.count; ++b) {
            const LocalIndex neighbour = NumberContent<P>::atom_of(sums.number_and_type[b]);
            const Vec4<Real>* other = walk.channel.record(neighbour);
            const Vec3<Real> theirs = slope_of_other<Real>(table.key.of(cluster.d[b]),
                                                           [other](int n) { return other[n]; });
            add_outer(cluster.d[b], theirs, share[atom].virial);
        }
    }
};

} // namespace mdsim
