// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// A histogram in the memory of the device; see PairHistogram.
struct HistogramView {
    unsigned long long* count; ///< [type][type][bin]
    std::uint32_t bins;
    std::uint32_t types;
    double range; ///< [length]
};

/// Queues the counting of distances along the lists of the potential in `args`; it counts none
/// where a rebuild had no capacity for the lists.
template <class P>
void count_tile_distances(const Stream& stream, const WalkArgs<P>& args,
                          const HistogramView& histogram);

} // namespace mdsim
