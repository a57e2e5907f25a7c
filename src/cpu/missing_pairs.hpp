// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/atom_blocks.hpp"
#include "cpu/list_geometry.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Which pairs count as missing, as if lists went just the skin beyond the cutoff of each pair:
/// sampling farther out does not count. With a margin for rounding.
template <class P> struct MissingPairRanges {
    using Real = typename P::Real;

    std::size_t potentials = 0;
    std::size_t types = 0;
    std::vector<Real> within2; ///< [potential][type][type], at most so far apart now [length^2]
    std::vector<Real> listed2; ///< the same, and farther apart when lists were built [length^2]
    Real largest_within2 = 0;
    Real least_listed2 = 0; ///< of pairs with a cutoff
    double largest = 0;     ///< cutoff [length]
    Real far = 0;           ///< one atom of the pair has moved farther [length]
    Real needed = 0;        ///< and both together [length]
    double approach = 0;    ///< by how much its atoms have come nearer, at least [length]

    /// `cutoff2` has zeros where a potential does not act on a pair.
    MissingPairRanges(const std::vector<Real>& cutoff2, std::size_t type_count, double skin);
};

/// Searches for pairs that have come within their cutoff and are not in the lists.
///
/// Such a pair has used up the skin, so one of its atoms has moved farther than half of it: only
/// those are looked at, and around each only blocks of atoms ahead of its way whose own farthest
/// atom has moved enough. What counts as missing is decided pair by pair, so it is the same on any
/// partition; blocks change nothing but the time.
template <class P> class MissingPairs {
  public:
    MissingPairs(const std::vector<typename P::Real>& cutoff2, std::size_t types, double skin)
        : ranges_(cutoff2, types, skin), skin_(skin) {}

    /// Whether there is one with an owned atom that has moved farther than half the skin, or a cell
    /// where so many have that a search takes too long. Blocks and boxes are those of the lists; no
    /// atom has moved farther than `searched_move`.
    bool any(const ListGeometry<P>& geometry, const LocalCells& cells,
             const Particles<P, Host>& particles, const AtomBlocks& blocks);

    std::size_t bytes() const;

  private:
    void measure(const ListGeometry<P>& geometry, const LocalCells& cells,
                 const Particles<P, Host>& particles, const AtomBlocks& blocks);

    MissingPairRanges<P> ranges_;
    double skin_;
    std::vector<float> block_move_;              ///< of the farthest atom of each block [length]
    std::vector<std::uint16_t> block_displaced_; ///< which atoms of each block are displaced
    std::vector<float> cell_move_;               ///< of the farthest atom of each cell [length]
};

} // namespace mdsim
