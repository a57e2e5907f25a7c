// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "cpu/kept_runs.hpp"
#include "cpu/potential_columns.hpp"
#include "cpu/tile_list.hpp"
#include "ops/sums.hpp"
#include "state/channel.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What one thread works on while it walks the functionals of a tile.
template <class P> struct FunctionalScratch {
    Buffer<typename P::Real, Host> density; ///< [group][lane]
    KeepScratch keep;
};

/// A tile whose slots have been gathered.
template <class P> struct GatheredTile {
    const ListedTile<P>& tile;
    std::size_t number; ///< in the lists of the rank
    const Particles<P, Host>& particles;
    std::span<Vec4<typename P::Real>> records; ///< of the j-atoms, with types
    std::size_t ahead; ///< how far ahead entries are prefetched; 0: not at all [bytes]
};

/// The pair functionals of a force field, and what a rank keeps of their lists from step to step.
template <class P> class FunctionalRounds {
  public:
    using Real = typename P::Real;

    /// `potentials` must outlive this.
    explicit FunctionalRounds(const PotentialSet<P>& potentials) : potentials_(&potentials) {}

    bool empty() const { return potentials_->functionals.empty(); }

    /// Forgets what was kept; to be called when lists are built anew, of so many tiles.
    void renew(std::size_t tiles);

    /// Writes the slopes of a tile's atoms to the channel, zeros for those that no functional
    /// serves. Adds the energies of embedding to `sums` unless it is null.
    void prepare(const GatheredTile<P>& at, FunctionalScratch<P>& scratch,
                 Channel<Real, Host>& channel, PairSums* sums);

    /// Adds the forces on a tile's atoms, by the slopes of all; with energies and virials of pairs
    /// where they are wanted. Afterwards records end with slopes.
    void add_forces(const GatheredTile<P>& at, const Channel<Real, Host>& channel,
                    WantedSums wanted, LaneSums<P>* sums);

    /// Adds what a tile's atoms have of energy and virial, by the slopes of all. Afterwards records
    /// end with slopes.
    void add_shares(const GatheredTile<P>& at, FunctionalScratch<P>& scratch,
                    const Channel<Real, Host>& channel, LaneSums<P>* sums);

    std::size_t bytes() const;

  private:
    KeptRuns<P>& kept(const GatheredTile<P>& at, std::size_t functional);
    void keep_near(const GatheredTile<P>& at, std::size_t functional, KeepScratch& scratch);
    template <class Take>
    void for_densities(const GatheredTile<P>& at, FunctionalScratch<P>& scratch, const Take& take);

    const PotentialSet<P>* potentials_;
    std::vector<KeptRuns<P>> kept_; ///< [tile][functional]
};

} // namespace mdsim
