// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ops/list_settings.hpp"
#include "ops/motion.hpp"
#include "ops/pair_histogram.hpp"
#include "ops/sums.hpp"
#include "physics/pair/force_field.hpp"
#include "state/box_state.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Which tiles a pass works on: those whose atoms other ranks see, the others, or all.
enum class TileSet { boundary, interior, all };

/// What the last list build amounted to on this rank.
struct ListReport {
    std::size_t tiles = 0;
    std::size_t boundary_tiles = 0;
    std::size_t slots = 0;   ///< j-atoms of all tiles
    std::size_t entries = 0; ///< neighbours, padding included
    std::size_t pairs = 0;   ///< neighbours without padding
    std::size_t bytes = 0;   ///< memory of tiles and lists
    /// Atoms in a tile, at most, where they may be fewer than requested; otherwise 0.
    std::uint32_t largest_tile = 0;
};

/// The space that a rebuild works in.
template <class P, class Space> struct ListInput {
    const BoxState* box; ///< lists are those of `built`; must outlive them, as all that is done
                         ///< with them afterwards follows its `now`
    const LocalCells* cells;
    const Particles<P, Space>* particles; ///< `site` equals `reference`
    const std::vector<std::uint8_t>*
        seen_elsewhere; ///< for each local atom: has another rank a copy?
};

/// Pair forces over full neighbour lists: each rank computes the whole force on its own atoms.
///
/// Forces depend on the atoms alone, not on how they are spread over ranks and threads.
template <class P, class Space> class PairDriver {
  public:
    PairDriver(const ForceField& force_field, const ListSettings& settings);
    ~PairDriver();
    PairDriver(PairDriver&&) noexcept;
    PairDriver& operator=(PairDriver&&) noexcept;

    /// Replaces tiles and lists.
    void rebuild(const ListInput<P, Space>& input);

    /// Stores the forces on all owned atoms; adds energy and virial to `sums` unless it is null.
    void store_forces(Particles<P, Space>& particles, PairSums* sums);

    /// Computes the forces on the atoms of some tiles and moves them by them: the second half kick
    /// of one step, the first of the next, and the drift into `particles.next`.
    MotionReport advance(Particles<P, Space>& particles, const MotionStep<P>& step, TileSet tiles);

    /// Adds the distances between owned atoms and their neighbours to a histogram, whose range must
    /// not exceed any pair's cutoff or `sampled_range`.
    void count_distances(const Particles<P, Space>& particles, PairHistogram& histogram);

    /// Whether there is a pair within its cutoff that was farther apart than that and the skin when
    /// lists were built, and of which this rank owns one atom that has moved more than half the
    /// skin; errs towards yes. `cells` are those of the last rebuild, their halo extends
    /// `searched_skins` beyond the lists, no atom of any rank has moved beyond `searched_move`, and
    /// the box of the frame is one of can_search_pairs().
    bool has_missing_pair(const Particles<P, Space>& particles, const LocalCells& cells);

    ListReport report() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace mdsim
