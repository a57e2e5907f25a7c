// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/buffer.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "cpu/tile_list.hpp"
#include "ops/sums.hpp"
#include "physics/cluster/cluster_record.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "state/channel.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The cluster functionals of a force field, and what a rank keeps of them from the round of a step
/// to its forces.
template <class P> class ClusterRounds {
  public:
    using Real = typename P::Real;

    explicit ClusterRounds(const ForceField& force_field);

    const std::vector<AnyClusterTable<Real>>& tables() const { return tables_; }

    /// For so many atoms, owned and halo.
    void resize(std::size_t atoms);

    /// Writes the records of a tile's atoms to the channel: energies and slopes by all tables,
    /// whose lists begin at number `first`. Adds energies and virials to `sums` unless it is null.
    /// `records` are those of the tile's j-atoms, with types.
    void prepare(const ListedTile<P>& tile, std::size_t first, const Vec4<Real>* records,
                 Channel<Real, Host>& channel, PairSums* sums);

    /// Adds the forces on a tile's atoms, by the records of all.
    void add_forces(const ListedTile<P>& tile, const Channel<Real, Host>& channel,
                    LaneSums<P>* sums) const;

    /// Adds what a tile's atoms have of energy and virial, by the records of all; the first four
    /// are those of prepare().
    void add_shares(const ListedTile<P>& tile, std::size_t first, const Vec4<Real>* records,
                    const Channel<Real, Host>& channel, AtomShare<P>* share) const;

    std::size_t bytes() const { return neighbour_.bytes(); }

  private:
    std::vector<AnyClusterTable<Real>> tables_;
    ClusterKey<Real> key_;
    Buffer<LocalIndex, Host> neighbour_; ///< [atom][its neighbours], in the order of its record
};

} // namespace mdsim
