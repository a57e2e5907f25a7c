// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/displaced_atoms.hpp"

namespace mdsim {

/// What the search for missing pairs reads, beside the limits of moves in the box of the atoms.
template <class P> struct MissingPairSearch {
    using Real = typename P::Real;

    AtomsView<P> atoms;    ///< reference positions as lists were built on them
    const StepBox<P>* box; ///< that the positions are in; kernels choose it, see searched_after
    /// With a stencil of all cells from which an atom can have come within a cutoff; its range is
    /// that from where one atom is to where the other was.
    ListSource<P> source;
    const GroupBox<P>* boxes;
    DisplacedAtoms displaced;
    const Real* within2; ///< [potential][type][type], the cutoff and a little more [length^2]
    const Real* listed2; ///< [potential][type][type], the list range and a little less [length^2]
    Real largest_within2;
};

/// Most displaced atoms of a cell that the search takes.
inline constexpr std::uint32_t most_displaced_atoms = 96;

/// Queues the search for a pair within its cutoff that no list holds, after step kernel `kernel` of
/// a pass, which has noted the displaced atoms of this rank: Control learns whether there is one.
/// The counts of the next step become zero. Does nothing if no atom was too far.
template <class P>
void find_missing_pairs(const Stream& stream, const MissingPairSearch<P>& search, int kernel);

/// Queues the noting of displaced atoms and the same search outside of passes, for the positions in
/// use; bit 0 of Control::missing_pair is the result. Both counts become zero.
template <class P>
void find_missing_pairs_now(const Stream& stream, const MissingPairSearch<P>& search);

} // namespace mdsim
