// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/halo_offsets.hpp"

#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

template <class P>
__global__ void write_offsets(RankView<P> ranks, const Control* control,
                              const LocalIndex* cell_first, const std::uint8_t* apart,
                              HaloOffsets offsets) {
    if (control->no_capacity != 0) return;
    const LocalIndex* seen_first = cell_first + ranks.cells.owned;
    for (int peer = static_cast<int>(threadIdx.x); peer <= ranks.ranks;
         peer += static_cast<int>(blockDim.x)) {
        const LocalIndex sent = ranks.out.shown_first[ranks.out.first_shown[peer]];
        offsets.sent_first[peer] = sent;
        offsets.halo_first[peer] = seen_first[ranks.first_seen[peer]];
        if (peer < ranks.ranks && apart[peer] != 0) ranks.base_of(ranks.rank)[peer] = sent;
    }
}

} // namespace

template <class P>
void write_halo_offsets(const Stream& stream, const RankView<P>& ranks, const Control* control,
                        const LocalIndex* cell_first, const std::uint8_t* apart,
                        const HaloOffsets& offsets) {
    write_offsets<P><<<1, 64, 0, stream.get()>>>(ranks, control, cell_first, apart, offsets);
    check_launch("write the offsets of the halo");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void write_halo_offsets(const Stream&, const RankView<P>&, const Control*,            \
                                     const LocalIndex*, const std::uint8_t*, const HaloOffsets&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
