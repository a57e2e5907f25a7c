// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/rank_view.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/control.hpp"

namespace mdsim {

/// Where the atoms for each rank begin in `sent`, and those seen of it in the arrays; each with an
/// end.
struct HaloEnds {
    LocalIndex* sent_first;
    LocalIndex* halo_first;
};

/// Queues the noting of the ends of a halo that has been laid out. To ranks that are `apart`, atoms
/// are sent from here on as if each lay in their arrays where it lies in `sent`.
template <class P>
void note_halo_ends(const Stream& stream, const RankView<P>& ranks, const Control* control,
                    const LocalIndex* cell_first, const std::uint8_t* apart, const HaloEnds& ends);

} // namespace mdsim
