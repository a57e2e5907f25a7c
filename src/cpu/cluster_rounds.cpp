// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/cluster_rounds.hpp"

#include <limits>
#include <variant>

#include "core/contract.hpp"
#include "cpu/lane_entries.hpp"

namespace mdsim {

namespace {

/// The cluster of one lane, with the atoms in it.
template <class P, class Table>
Cluster<typename P::Real> cluster_of(const ListedTile<P>& tile, std::size_t number,
                                     std::uint32_t lane, const Vec4<typename P::Real>* records,
                                     const Table& table,
                                     LocalIndex* atoms) { // NOLINT(readability-non-const-parameter)
    using Real = typename P::Real;
    const Vec4<Real>& own = records[tile.lane_record[lane]];
    Cluster<Real> cluster;
    cluster.own_type = type_of(own);
    const Real* cutoff2 = table.cutoff_squared.data() + cluster.own_type * table.types;
    for_entries(tile, number, lane, records, [&](const Vec4<Real>& other, LocalIndex atom) {
        const Vec3<Real> d{other.x - own.x, other.y - own.y, other.z - own.z};
        const Real r2 = d.x * d.x + d.y * d.y + d.z * d.z;
        const std::uint32_t type = type_of(other);
        if (!(r2 < cutoff2[type])) return;
        if (cluster.count < most_cluster_neighbours) atoms[cluster.count] = atom;
        cluster.add(d, type);
    });
    return cluster;
}

/// Takes the energy of a cluster and its virial, sum of r F.
template <class Real>
void add_sums(const Cluster<Real>& cluster, const ClusterSlopes<Real>& slope, Real energy,
              PairSums& sums) {
    Real virial[6] = {};
    for (int b = 0; b < cluster.count; ++b) {
        const Vec3<Real>& d = cluster.d[b];
        const Vec3<Real>& g = slope[b];
        const Real w[6] = {d.x * g.x, d.y * g.y, d.z * g.z, d.x * g.y, d.x * g.z, d.y * g.z};
        for (int k = 0; k < 6; ++k) virial[k] -= w[k];
    }
    sums.energy.add(static_cast<double>(energy));
    for (std::size_t k = 0; k < 6; ++k) sums.virial[k].add(static_cast<double>(virial[k]));
}

template <class Real> Vec4<Real> end_of_record() {
    return record_part(Vec3<Real>{0, 0, 0}, last_cluster_key);
}

/// Writes no numbers for a cluster that does not fit: forces and energies by them end the run,
/// which says what may be the reason.
template <class Real>
void tell_too_many(const Cluster<Real>& cluster, const ClusterKey<Real>& key, Vec4<Real>* record,
                   PairSums* sums) {
    constexpr Real none = std::numeric_limits<Real>::quiet_NaN();
    for (int b = 0; b < most_cluster_neighbours; ++b)
        record[b] = record_part(Vec3<Real>{none, none, none}, key.of(cluster.d[b]));
    if (sums != nullptr) sums->energy.add(std::numeric_limits<double>::quiet_NaN());
}

/// Computes the energy of a cluster and writes its slopes as a record.
template <class C, class Real>
void tell_slopes(const ClusterTable<C>& table, const Cluster<Real>& cluster,
                 const ClusterKey<Real>& key, Vec4<Real>* record, PairSums* sums) {
    if (!cluster.fits()) return tell_too_many(cluster, key, record, sums);
    ClusterSlopes<Real> slope;
    const Real energy = C::evaluate(cluster, table.constants(), slope);
    for (int b = 0; b < cluster.count; ++b) record[b] = record_part(slope[b], key.of(cluster.d[b]));
    if (cluster.count < most_cluster_neighbours) record[cluster.count] = end_of_record<Real>();
    if (sums != nullptr) add_sums(cluster, slope, energy, *sums);
}

/// The energy of a cluster; no number where it does not fit.
template <class C, class Real>
Real energy_of(const ClusterTable<C>& table, const Cluster<Real>& cluster) {
    if (!cluster.fits()) return std::numeric_limits<Real>::quiet_NaN();
    ClusterSlopes<Real> slope;
    return C::evaluate(cluster, table.constants(), slope);
}

/// Adds the virial of an atom by the slopes that its neighbours have of it, see AtomShare.
template <class Real>
void add_virial(const Cluster<Real>& cluster, const LocalIndex* neighbours,
                const Channel<Real, Host>& channel, const ClusterKey<Real>& key,
                Matrix3<Real>& sum) {
    const int count = cluster.fits() ? cluster.count : most_cluster_neighbours;
    for (int b = 0; b < count; ++b) {
        const auto* other = channel.record(neighbours[b]);
        const Vec3<Real> theirs =
            slope_of_other<Real>(key.of(cluster.d[b]), [other](int n) { return other[n]; });
        add_outer(cluster.d[b], theirs, sum);
    }
}

} // namespace

template <class P>
ClusterRounds<P>::ClusterRounds(const ForceField& force_field)
    : tables_(make_cluster_tables<Real>(force_field)),
      key_(ClusterKey<Real>::within(force_field.largest_cutoff())) {}

template <class P> void ClusterRounds<P>::resize(std::size_t atoms) {
    neighbour_.resize_discard(atoms * most_cluster_neighbours);
}

template <class P>
void ClusterRounds<P>::prepare(const ListedTile<P>& tile, std::size_t first,
                               const Vec4<Real>* records, Channel<Real, Host>& channel,
                               PairSums* sums) {
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        const LocalIndex atom = atom_of_lane(tile, lane);
        auto* record = channel.record(atom);
        LocalIndex* neighbours = neighbour_.data() + std::size_t{atom} * most_cluster_neighbours;
        record[0] = end_of_record<Real>();
        for_serving(tables_, tile, lane, records, [&](const auto& table, std::size_t t) {
            const auto cluster = cluster_of(tile, first + t, lane, records, table, neighbours);
            tell_slopes(table, cluster, key_, record, sums);
        });
    }
}

template <class P>
void ClusterRounds<P>::add_forces(const ListedTile<P>& tile, const Channel<Real, Host>& channel,
                                  LaneSums<P>* sums) const {
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        const LocalIndex atom = atom_of_lane(tile, lane);
        const auto* own = channel.record(atom);
        const LocalIndex* neighbours =
            neighbour_.data() + std::size_t{atom} * most_cluster_neighbours;
        Vec3<Real> force{0, 0, 0};
        for (int b = 0; b < most_cluster_neighbours; ++b) {
            const std::uint32_t key = key_in(own[b]);
            if (key == last_cluster_key) break;
            const auto* other = channel.record(neighbours[b]);
            const Vec3<Real> theirs =
                slope_of_other<Real>(key, [other](int n) { return other[n]; });
            force = force + (Vec3<Real>{own[b].x, own[b].y, own[b].z} - theirs);
        }
        LaneSums<P>& s = sums[lane / group_lanes];
        s.force[0][lane % group_lanes] += force.x;
        s.force[1][lane % group_lanes] += force.y;
        s.force[2][lane % group_lanes] += force.z;
    }
}

template <class P>
void ClusterRounds<P>::add_shares(const ListedTile<P>& tile, std::size_t first,
                                  const Vec4<Real>* records, const Channel<Real, Host>& channel,
                                  AtomShare<P>* share) const {
    LocalIndex neighbours[most_cluster_neighbours];
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        AtomShare<P>& sum = share[atom_of_lane(tile, lane)];
        for_serving(tables_, tile, lane, records, [&](const auto& table, std::size_t t) {
            const auto cluster = cluster_of(tile, first + t, lane, records, table, neighbours);
            sum.energy += energy_of(table, cluster);
            add_virial(cluster, neighbours, channel, key_, sum.virial);
        });
    }
}

template class ClusterRounds<MixedPrecision>;
template class ClusterRounds<DoublePrecision>;

} // namespace mdsim
