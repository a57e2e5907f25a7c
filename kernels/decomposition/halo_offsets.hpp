// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/rank_view.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Where the atoms for each rank begin in `sent`, and where those seen of it begin in the arrays;
/// each with an end.
struct HaloOffsets {
    LocalIndex* sent_first;
    LocalIndex* halo_first;
};

/// Queues the writing of the offsets of a halo that has been laid out. For ranks that are `apart`,
/// atoms go to a mirror from now on, each at its place in `sent`.
template <class P>
void write_halo_offsets(const Stream& stream, const RankView<P>& ranks, const Control* control,
                        const LocalIndex* cell_first, const std::uint8_t* apart,
                        const HaloOffsets& offsets);

} // namespace mdsim
