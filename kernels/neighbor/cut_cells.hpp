// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Queues the cutting of cells into tiles: fills the table of tiles.
template <class P>
void cut_cells(const Stream& stream, const ListSource<P>& source, const ListOutput<P>& out);

} // namespace mdsim
