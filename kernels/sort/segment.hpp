// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"

namespace mdsim {

/// Atoms that one tree holds at most, so that six blocks share a multiprocessor.
template <class P>
inline constexpr std::uint32_t segment_atoms = sizeof(typename P::Fraction) == 4 ? 2048 : 1024;

/// Tiles of one cell that one tree is made of, at most. A cell of more takes several trees, one for
/// each run of tiles in the order that its atoms come in.
template <class P> MDSIM_HD std::uint32_t segment_tiles(const TileShape& shape) {
    return segment_atoms<P> / shape.atoms;
}

} // namespace mdsim
