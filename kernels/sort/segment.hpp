// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/list_source.hpp"

namespace mdsim {

/// The most atoms that one tree holds. The number is so small that several blocks can share a
/// multiprocessor.
template <class P>
inline constexpr std::uint32_t segment_atoms = sizeof(typename P::Fraction) == 4 ? 2048 : 1024;

/// The most tiles of one cell that one tree covers. A cell with more tiles takes several trees: its
/// atoms, in the order in which they come, are cut into runs of tiles, one for each tree.
template <class P> MDSIM_HD std::uint32_t segment_tiles(const TileShape& shape) {
    return segment_atoms<P> / shape.atoms;
}

} // namespace mdsim
