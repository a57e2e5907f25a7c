// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/find_missing_pairs.hpp"
#include "kernels/neighbor/tile_lists.hpp"

namespace mdsim {

/// Decides by pairs how long lists may be used: until a missing pair comes within its cutoff.
///
/// Two atoms that moved at most half the skin each cannot be such a pair. Once an atom moved more,
/// displaced atoms are tested: those beyond 0.42 of the skin against each other, as such an atom
/// and one that is not displaced are safe up to 0.58; those beyond 0.58 against all atoms. So
/// intervals are half as long again as where the fastest atom decides for all.
template <class P> class ListCheck {
  public:
    using Real = typename P::Real;

    ListCheck(const Stream& stream, const DeviceSetup& setup, const PairRanges<P>& ranges,
              const CellMap& cells);

    /// Whether there is such a check; otherwise an atom beyond half the skin makes lists stale.
    /// There is none where an atom is near at several images.
    bool exact() const { return exact_; }

    /// Where steps note displaced atoms.
    DisplacedAtoms displaced_atoms() const { return search_.displaced; }

    /// How far atoms may move, where lists may be stale beyond a move of `allowed`, and one of
    /// `largest` in a step is a fault [length].
    ///
    /// In a box that has shrunk since, all parts of the skin are of what is left of it; an atom so
    /// far that the search, whose stencil is of the box of the last rebuild, would not see all
    /// pairs makes lists stale.
    MoveRule rule(double largest, const AllowedMove& allowed) const;

    /// Forgets the displaced atoms noted; to be queued where atoms are sorted, or were moved
    /// otherwise than by steps that note them.
    void forget(const Stream& stream) {
        if (exact_) stream.zero(count_.data(), count_.size());
    }

    /// Queues the check after step kernel `kernel` of a pass: see find_missing_pairs().
    void queue(const Stream& stream, const AtomsView<P>& atoms, const TileLists<P>& lists,
               int kernel);

    /// What the check reads, for those who search in kernels of their own.
    const MissingPairSearch<P>& search(const AtomsView<P>& atoms, const TileLists<P>& lists) {
        read_from(atoms, lists);
        return search_;
    }

    /// Queues the check outside of passes: see find_missing_pairs_now().
    void check_now(const Stream& stream, const AtomsView<P>& atoms, const TileLists<P>& lists);

    std::size_t bytes() const;

  private:
    void read_from(const AtomsView<P>& atoms, const TileLists<P>& lists);

    bool exact_ = false;
    double skin_ = 0;         ///< [length]
    double range_ = 0;        ///< the largest of the lists [length]
    double search_range_ = 0; ///< from where an atom is to where another was [length]
    MissingPairSearch<P> search_{};
    Buffer<CellStep, Device> steps_;
    std::uint32_t step_count_ = 0;
    Buffer<Real, Device> within2_;
    Buffer<Real, Device> listed2_;
    Buffer<std::uint32_t, Device> count_; ///< [2][cell]
    Buffer<LocalIndex, Device> atom_;
};

} // namespace mdsim
