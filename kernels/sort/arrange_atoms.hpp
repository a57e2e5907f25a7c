// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// Queues the last part of sorting: over the tiles of each cell, or as many of them as fit into
/// shared memory, a k-d tree halves the atoms along the longest side, down to tiles and on to
/// groups of 32; then all arrays go in this order into the buffers not in use, and positions become
/// the reference. `order` names the atoms of the sorted cells. Also boxes in the groups, and tells
/// the control which buffers are now in use.
template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   const ListSource<P>& source, const ListOutput<P>& out);

} // namespace mdsim
