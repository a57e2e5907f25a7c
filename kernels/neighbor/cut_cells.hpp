// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// Queues the cutting of cells into tiles: fills the table of tiles, and makes the present box that
/// of the last rebuild, before any kernel of the rebuild reads it.
template <class P>
void cut_cells(const Stream& stream, const AtomsView<P>& atoms, const ListSource<P>& source,
               const ListOutput<P>& out);

} // namespace mdsim
