// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/atom_blocks.hpp"
#include "cpu/list_geometry.hpp"
#include "state/box_state.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Which pairs count as missing: those that meet all three conditions.
/// 1. The atoms are now at most a cutoff apart (`within2`).
/// 2. They were farther apart than cutoff and skin when lists were built (`listed2`).
/// 3. One of them has moved farther than half the skin (`far`), and both together farther than the
///    skin (`needed`): in a box that has shrunk since, of what is left of it, as atoms come nearer
///    then without a move.
///
/// The limits have a margin for rounding. Lists that go farther, because distances are sampled
/// beyond the cutoff, change nothing here.
template <class P> struct MissingPairRanges {
    using Real = typename P::Real;

    std::size_t potentials = 0;
    std::size_t types = 0;
    std::vector<Real> within2; ///< [potential][type][type], condition 1 [length^2]
    std::vector<Real> listed2; ///< [potential][type][type], condition 2 [length^2]
    Real largest_within2 = 0;
    Real least_listed2 = 0; ///< of the pairs that have a cutoff
    double largest = 0;     ///< the largest cutoff [length]
    Real far = 0;           ///< condition 3, for one of the atoms [length]
    Real needed = 0;        ///< condition 3, for both together [length]
    double approach = 0;    ///< the least by which such atoms have come nearer [length]

    /// `cutoff2` has zeros where a potential does not act on a pair.
    MissingPairRanges(const std::vector<Real>& cutoff2, std::size_t type_count, double skin);

    /// The same where lengths have become shorter by the part `strain` since lists were built:
    /// condition 3 is of what is left of the skin.
    MissingPairRanges strained(double strain, double skin) const;
};

/// Searches for pairs that have come within their cutoff and are not in the lists.
///
/// 1. The two atoms of such a pair have used up the skin together, so one of them has moved farther
///    than half of it. Only atoms that have moved so far are looked at.
/// 2. Around each of them, only those blocks of atoms are looked at that lie ahead of it and whose
///    own farthest atom has moved far enough.
/// 3. The atoms of these blocks are tested pair by pair.
///
/// Only the test of a pair decides, so the result is the same on any partition. Blocks change
/// nothing but the time.
template <class P> class MissingPairs {
  public:
    MissingPairs(const std::vector<typename P::Real>& cutoff2, std::size_t types, double skin)
        : ranges_(cutoff2, types, skin), skin_(skin) {}

    /// Whether there is a missing pair with an owned atom that has moved farther than half the
    /// skin. Also true if so many atoms of a cell have moved so far that a search would take too
    /// long. `geometry` and `blocks` are those of the lists. Distances when lists were built are
    /// those in its box, `box.built`; distances and displacements now are those in `box.now`, in
    /// which some of the skin must be left. No atom may have moved farther than where the search
    /// still sees all pairs: see SimulationSetup::searchable_move.
    bool any(const ListGeometry<P>& geometry, const BoxState& box, const LocalCells& cells,
             const Particles<P, Host>& particles, const AtomBlocks& blocks);

    std::size_t bytes() const;

  private:
    /// How far atoms have moved, and which of them farther than `far`.
    void measure(const SlotScale<P>& now, typename P::Real far, const LocalCells& cells,
                 const Particles<P, Host>& particles, const AtomBlocks& blocks);

    MissingPairRanges<P> ranges_;
    double skin_;
    std::vector<float> block_move_;              ///< of the farthest atom of each block [length]
    std::vector<std::uint16_t> block_displaced_; ///< which atoms of each block are displaced
    std::vector<float> cell_move_;               ///< of the farthest atom of each cell [length]
};

} // namespace mdsim
