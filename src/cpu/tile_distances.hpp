// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/tile_list.hpp"
#include "ops/pair_histogram.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Counts the distances from the atoms of a tile to their neighbours within the histogram's range.
template <class P>
void count_tile_distances(const ListedTile<P>& tile, const Vec4<typename P::Real>* records,
                          PairHistogram& histogram);

} // namespace mdsim
