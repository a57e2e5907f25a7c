// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "cpu/simd/tile_kernels.hpp"
#include "cpu/tile_list.hpp"
#include "ops/sums.hpp"
#include "physics/functional/functional_table.hpp"
#include "state/channel.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The moment functionals of a force field. `records` are those of a tile's j-atoms, with types;
/// the lists of the first functional have the number `first`.
template <class P> class MomentRounds {
  public:
    using Real = typename P::Real;

    explicit MomentRounds(const ForceField& force_field)
        : tables_(make_moment_tables<Real>(force_field)) {}

    const std::vector<AnyMomentTable<Real>>& tables() const { return tables_; }

    /// Writes the slopes of a tile's atoms to the channel, zeros for those that no functional
    /// serves. Adds the energies by their moments to `sums` unless it is null.
    void prepare(const ListedTile<P>& tile, std::size_t first, const Vec4<Real>* records,
                 Channel<Real, Host>& channel, PairSums* sums) const;

    /// Adds the forces on a tile's atoms, by the slopes of all; with energies and virials of pairs
    /// where they are wanted.
    void add_forces(const ListedTile<P>& tile, std::size_t first, const Vec4<Real>* records,
                    const Channel<Real, Host>& channel, bool energy, LaneSums<P>* sums) const;

    /// Adds what a tile's atoms have of energy and virial, by the slopes of all.
    void add_shares(const ListedTile<P>& tile, std::size_t first, const Vec4<Real>* records,
                    const Channel<Real, Host>& channel, AtomShare<P>* share) const;

  private:
    std::vector<AnyMomentTable<Real>> tables_;
};

} // namespace mdsim
