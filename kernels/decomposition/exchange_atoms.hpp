// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/rank_view.hpp"
#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

// A rebuild of several ranks queues these in their order; between them, where it says so, there
// is a barrier. A kernel that runs out of capacity sets Control::no_capacity, and later kernels do
// nothing. If capacity for atoms was short, all ranks still have theirs whole (AtomCapacity):
// either none was taken in, or all are arranged.

/// Queues the sending of atoms that left the cells of this rank to their owners, and the counting
/// of the others in their cells. Image counts are brought up to date. A barrier follows.
template <class P>
void send_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                   const CellGrid& grid, LocalIndex* count);

/// Queues the look whether there is capacity for those that came. A barrier follows.
template <class P>
void note_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms);

/// Queues the taking in of those that came: behind the others, and counted in their cells.
template <class P>
void take_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                   const CellGrid& grid, LocalIndex* count);

/// Queues the counting of arranged atoms that peers see; peers receive the counts. A barrier
/// follows.
template <class P>
void count_shown(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                 const LocalIndex* cell_first);

/// Queues the laying out of the halo: the cells of others follow those of this rank in
/// `cell_first`, and peers receive where their atoms lie. A halo without capacity is left empty. A
/// barrier follows.
template <class P>
void lay_out_halo(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                  LocalIndex* cell_first);

/// Queues the sending of positions to peers, which become their present and reference ones, and
/// notes which atoms are sent. A barrier follows.
template <class P>
void send_halo(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
               const LocalIndex* cell_first);

/// Queues the boxes around the groups of the halo.
template <class P>
void box_halo(const Stream& stream, const RankView<P>& ranks, const ListSource<P>& source,
              GroupBox<P>* boxes);

/// Queues the sending of the positions in use to peers, outside of steps, which send what they
/// move. A barrier follows.
template <class P>
void send_positions(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms);

} // namespace mdsim
