// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/list_report.hpp"
#include "ops/list_settings.hpp"
#include "ops/motion.hpp"
#include "ops/pair_histogram.hpp"
#include "ops/sums.hpp"
#include "ops/tile_set.hpp"
#include "ops/wanted_sums.hpp"
#include "physics/pair/force_field.hpp"
#include "state/box_state.hpp"
#include "state/channel.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What lists are built from, in the memory of the host.
template <class P> struct ListInput {
    const BoxState* box; ///< lists are those of `built`; must outlive them, as all that is done
                         ///< with them afterwards follows its `now`
    const LocalCells* cells;
    const Particles<P, Host>* particles; ///< `site` equals `reference`
    const std::vector<std::uint8_t>*
        seen_elsewhere; ///< for each local atom: has another rank a copy?
};

/// Forces over full neighbour lists, of pair potentials and pair functionals: each rank computes
/// the whole force on its own atoms.
///
/// Pair potentials need no round. Functionals need one before each force on the same positions:
/// prepare() fills the channel for the atoms of all tiles, the caller sends what it holds of owned
/// atoms to their copies on other ranks, and store_forces() and advance() read it, as often as they
/// are called.
///
/// Forces depend on the atoms alone, not on how they are spread over ranks and threads.
template <class P> class PairDriver {
  public:
    PairDriver(const ForceField& force_field, const ListSettings& settings);
    ~PairDriver();
    PairDriver(PairDriver&&) noexcept;
    PairDriver& operator=(PairDriver&&) noexcept;

    /// Replaces tiles and lists.
    void rebuild(const ListInput<P>& input);

    /// How many rounds the forces take: 0 or 1.
    int rounds() const;

    /// Fills the channel for the owned atoms of some tiles; adds the energies of their embedding to
    /// `energies` unless it is null. Reads the positions of halo atoms, not their channel.
    void prepare(const Particles<P, Host>& particles, TileSet tiles, PairSums* energies);

    /// What neighbours know of each atom, owned and halo, from prepare() to the next; empty without
    /// rounds.
    Channel<typename P::Real, Host>& channel();
    const Channel<typename P::Real, Host>& channel() const;

    /// Stores the forces on all owned atoms; adds energy and virial of pairs, as far as they are
    /// wanted, to `sums` unless it is null.
    void store_forces(Particles<P, Host>& particles, PairSums* sums,
                      WantedSums wanted = WantedSums::all);

    /// Stores what each owned atom has of energy and virial; a round must have been done on the
    /// same positions, where there is one.
    void find_shares(Particles<P, Host>& particles);

    /// Computes the forces on the atoms of some tiles and moves them by them: the second half kick
    /// of one step, the first of the next, and the drift into `particles.next`.
    MotionReport advance(Particles<P, Host>& particles, const MotionStep<P>& step, TileSet tiles);

    /// Adds the distances between owned atoms and their neighbours to a histogram, whose range must
    /// not exceed any pair's cutoff or `sampled_range`.
    void count_distances(const Particles<P, Host>& particles, PairHistogram& histogram);

    /// Whether there is a pair within its cutoff that was farther apart than that and the skin when
    /// lists were built, and of which this rank owns one atom that has moved more than half the
    /// skin; errs towards yes. `cells` are those of the last rebuild, their halo extends
    /// `searched_skins` beyond the lists, some of the skin is left, no atom of any rank has moved
    /// so far that a pair can have come from beyond `searched_range`, and the box of the frame is
    /// one of can_search_pairs().
    bool has_missing_pair(const Particles<P, Host>& particles, const LocalCells& cells);

    ListReport report() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace mdsim
