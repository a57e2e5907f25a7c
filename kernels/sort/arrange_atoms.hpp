// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// The memory that arranging borrows from the arena of list entries, which is empty then [bytes].
template <class P> constexpr std::size_t arrange_bytes(std::size_t atoms) {
    return atoms * following_bytes<P>();
}

/// Queues the last part of sorting:
/// 1. A k-d tree is built over the tiles of each cell, or over as many of them as fit into shared
///    memory. It halves the atoms along the longest side, down to tiles and on to groups of 32.
/// 2. All arrays are brought into this order; those with one buffer go by way of `out.chunks`. The
///    positions become the reference.
/// 3. The boxes around groups are written, and the control notes which buffer holds the positions.
///
/// `order` names the atoms of the cells, which are sorted to this depth.
template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   OrderDepth depth, const ListSource<P>& source, const ListOutput<P>& out);

} // namespace mdsim
