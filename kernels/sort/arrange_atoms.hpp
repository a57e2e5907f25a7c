// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// Memory that arranging takes of the arena of rows, which hold nothing then [bytes].
template <class P> constexpr std::size_t arrange_bytes(std::size_t atoms) {
    return atoms *
           (sizeof(Vec4<typename P::Real>) + sizeof(ParticleId) + sizeof(Vec3<std::int32_t>));
}

/// Queues the last part of sorting: over the tiles of each cell, or as many of them as fit into
/// shared memory, a k-d tree halves the atoms along the longest side, down to tiles and on to
/// groups of 32; then all arrays are brought into this order, by way of `out.chunks` where they
/// have one buffer, and positions become the reference. `order` names the atoms of the cells, which
/// are sorted to this depth. Also boxes in the groups, and tells the control which positions are
/// now in use.
template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   OrderDepth depth, const ListSource<P>& source, const ListOutput<P>& out);

} // namespace mdsim
