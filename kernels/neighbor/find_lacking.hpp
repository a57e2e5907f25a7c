// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/far_atoms.hpp"

namespace mdsim {

/// What the search for pairs reads that lists lack.
template <class P> struct LackSearch {
    using Real = typename P::Real;

    AtomsView<P> atoms; ///< reference positions as lists were built on them
    /// With a stencil of all cells from which an atom can have come within a cutoff; its range is
    /// that from where one atom is to where the other was.
    ListSource<P> source;
    const GroupBox<P>* boxes;
    FarAtoms<Real> far;
    const Real* within2; ///< [potential][type][type], the cutoff and a little more [length^2]
    const Real* listed2; ///< [potential][type][type], the list range and a little less [length^2]
    Real largest_within2;
    Real alone2;    ///< beyond this an atom is tested against all others [length^2]
    Real farthest2; ///< beyond this the search does not see all pairs: lists are taken as lacking
};

/// Most far atoms of a cell that the search takes.
inline constexpr std::uint32_t most_far_atoms = 96;

/// Queues the search for a pair within its cutoff that no list holds, after step kernel `kernel` of
/// a turn, which has noted the far atoms of this rank: Control learns whether there is one. The
/// counts of the next step become zero. Does nothing if no atom was too far.
template <class P> void find_lacking(const Stream& stream, const LackSearch<P>& search, int kernel);

/// Queues the noting of far atoms and the same search outside of turns, for the positions in use;
/// bit 0 of Control::lacking tells. Both counts become zero.
template <class P> void survey_lacking(const Stream& stream, const LackSearch<P>& search);

} // namespace mdsim
