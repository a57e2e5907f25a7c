// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/moment_rounds.hpp"

#include <algorithm>
#include <variant>

#include "core/contract.hpp"
#include "core/math.hpp"
#include "cpu/lane_entries.hpp"

namespace mdsim {

namespace {

/// Calls visit(functional, d, r2, atom) for each neighbour of a lane within its cutoff; d points to
/// the neighbour.
template <class P, class M, class Visit>
void for_neighbours(const ListedTile<P>& tile, std::size_t number, std::uint32_t lane,
                    const Vec4<typename P::Real>* records, const FunctionalTable<M>& table,
                    const Visit& visit) {
    using Real = typename P::Real;
    const Vec4<Real>& own = records[tile.lane_record[lane]];
    const std::size_t row = std::size_t{type_of(own)} * table.types;
    for_entries(tile, number, lane, records, [&](const Vec4<Real>& other, LocalIndex atom) {
        const Vec3<Real> d{other.x - own.x, other.y - own.y, other.z - own.z};
        const Real r2 = fused_multiply_add(d.x, d.x, fused_multiply_add(d.y, d.y, d.z * d.z));
        const std::size_t pair = row + type_of(other);
        if (r2 < table.cutoff_squared[pair]) visit(table.functional[pair], d, r2, atom);
    });
}

/// Writes the slopes of one lane and returns the energy by its moments.
template <class P, class M>
MomentEnergy embed_lane(const ListedTile<P>& tile, std::size_t number, std::uint32_t lane,
                        const Vec4<typename P::Real>* records, const FunctionalTable<M>& table,
                        typename P::Real* slope) {
    using Real = typename P::Real;
    Real moment[M::moments] = {};
    for_neighbours(tile, number, lane, records, table,
                   [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex) {
                       add_moments(functional, d, r2, moment, table.samples.data());
                   });
    const std::size_t type = type_of(records[tile.lane_record[lane]]);
    return embed_moments<M>(table.embedding[type], moment, slope, table.embedding_samples.data());
}

void add_energy(const MomentEnergy& embedded, PairSums& sums) {
    sums.energy.add(embedded.energy);
    if (embedded.beyond) sums.beyond.add(1);
}

/// What one lane has of energy and virial by one functional.
template <class P, class M>
void add_share(const ListedTile<P>& tile, std::size_t number, std::uint32_t lane,
               const Vec4<typename P::Real>* records, const FunctionalTable<M>& table,
               const Channel<typename P::Real, Host>& channel, AtomShare<P>& share) {
    using Real = typename P::Real;
    Real unused[M::moments];
    share.energy +=
        static_cast<Real>(embed_lane(tile, number, lane, records, table, unused).energy);
    for_neighbours(tile, number, lane, records, table,
                   [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex atom) {
                       const DirectedTerm<Real> part =
                           share_of_pair(functional, d, r2, channel.of(atom), table.samples.data());
                       share.energy += part.energy;
                       add_outer(d, Real(-1) * part.force, share.virial);
                   });
}

/// What the forces of one lane add up to.
template <class Real> struct ForceOfLane {
    Vec3<Real> force{0, 0, 0};
    Real energy = 0;
    Real virial[6] = {};

    void add(const DirectedTerm<Real>& pair, const Vec3<Real>& d) {
        const Vec3<Real>& f = pair.force;
        force = force + f;
        energy += pair.energy;
        const Real w[6] = {d.x * f.x, d.y * f.y, d.z * f.z, d.x * f.y, d.x * f.z, d.y * f.z};
        for (int k = 0; k < 6; ++k) virial[k] -= w[k];
    }
};

/// Half of energies and virials belongs to the other atom.
template <class P>
void add_to_lane(const ForceOfLane<typename P::Real>& found, bool energy, std::size_t lane,
                 LaneSums<P>& sums) {
    using Real = typename P::Real;
    sums.force[0][lane] += found.force.x;
    sums.force[1][lane] += found.force.y;
    sums.force[2][lane] += found.force.z;
    if (!energy) return;
    sums.energy[lane] += Real(0.5) * found.energy;
    for (int k = 0; k < 6; ++k) sums.virial[k][lane] += Real(0.5) * found.virial[k];
}

} // namespace

template <class P>
void MomentRounds<P>::prepare(const ListedTile<P>& tile, std::size_t first,
                              const Vec4<Real>* records, Channel<Real, Host>& channel,
                              PairSums* sums) const {
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        Real* slope = channel.of(atom_of_lane(tile, lane));
        std::fill_n(slope, channel.width, Real(0));
        for_serving(tables_, tile, lane, records, [&](const auto& table, std::size_t t) {
            const MomentEnergy embedded = embed_lane(tile, first + t, lane, records, table, slope);
            if (sums != nullptr) add_energy(embedded, *sums);
        });
    }
}

template <class P>
void MomentRounds<P>::add_forces(const ListedTile<P>& tile, std::size_t first,
                                 const Vec4<Real>* records, const Channel<Real, Host>& channel,
                                 bool energy, LaneSums<P>* sums) const {
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        const Real* own = channel.of(atom_of_lane(tile, lane));
        ForceOfLane<Real> found;
        for (std::size_t t = 0; t < tables_.size(); ++t) {
            std::visit(
                [&]<class M>(const FunctionalTable<M>& table) {
                    for_neighbours(
                        tile, first + t, lane, records, table,
                        [&](const M& functional, const Vec3<Real>& d, Real r2, LocalIndex atom) {
                            found.add(evaluate_moments(functional, d, r2, own, channel.of(atom),
                                                       table.samples.data()),
                                      d);
                        });
                },
                tables_[t]);
        }
        add_to_lane<P>(found, energy, lane % group_lanes, sums[lane / group_lanes]);
    }
}

template <class P>
void MomentRounds<P>::add_shares(const ListedTile<P>& tile, std::size_t first,
                                 const Vec4<Real>* records, const Channel<Real, Host>& channel,
                                 AtomShare<P>* share) const {
    for (std::uint32_t lane = 0; lane < tile.count; ++lane) {
        AtomShare<P>& sum = share[atom_of_lane(tile, lane)];
        for_serving(tables_, tile, lane, records, [&](const auto& table, std::size_t t) {
            add_share(tile, first + t, lane, records, table, channel, sum);
        });
    }
}

template class MomentRounds<MixedPrecision>;
template class MomentRounds<DoublePrecision>;

} // namespace mdsim
