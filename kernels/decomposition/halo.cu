// SPDX-License-Identifier: BSD-3-Clause
#include <cub/block/block_scan.cuh>

#include "core/contract.hpp"
#include "kernels/decomposition/exchange_atoms.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/warp.cuh"
#include "kernels/sort/running_sums.cuh"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

/// The atoms of a shown cell, a batch of one for each thread at a time, so that those of a warp are
/// a group. Calls act(atom, seen, before): whether the peer sees it, and how many of the cell it
/// sees before; also beyond the last atom. All threads of a block; returns how many it sees.
template <class P, class Act>
__device__ std::uint32_t for_seen(const RankView<P>& ranks, const AtomsView<P>& atoms,
                                  const ShownCell& shown, const LocalIndex* cell_first,
                                  const Act& act) {
    using Scan = cub::BlockScan<std::uint32_t, block_threads>;
    __shared__ typename Scan::TempStorage scratch;
    const Site<P>* site = pick(atoms.site, atoms.control->position_buffer);
    MDSIM_EXPECT(0 <= shown.peer && shown.peer < ranks.ranks && shown.peer != ranks.rank);
    MDSIM_EXPECT(shown.cell < ranks.cells.owned);
    const BrickRange range = ranks.range[shown.peer];
    const LocalIndex end = cell_first[shown.cell + 1];
    std::uint32_t before = 0;
    for (LocalIndex first = cell_first[shown.cell]; first < end; first += block_threads) {
        const LocalIndex i = first + threadIdx.x;
        const bool seen = i < end && range.holds(site[i]);
        std::uint32_t mine = 0;
        std::uint32_t all = 0;
        Scan(scratch).ExclusiveSum(seen ? 1u : 0u, mine, all);
        act(i, seen, before + mine);
        before += all;
        __syncthreads();
    }
    return before;
}

/// One block for each shown cell.
template <class P>
__global__ void count(RankView<P> ranks, AtomsView<P> atoms, const LocalIndex* cell_first) {
    if (atoms.control->no_capacity != 0) return;
    const ShownCell shown = ranks.out.shown[blockIdx.x];
    const std::uint32_t seen =
        for_seen(ranks, atoms, shown, cell_first, [](LocalIndex, bool, std::uint32_t) {});
    if (threadIdx.x != 0) return;
    ranks.shown_atoms[blockIdx.x] = seen;
    ranks.seen_of(shown.peer)[shown.place] = seen;
}

/// Makes the halo one of no atoms: what comes after this looks at it, if only to find that. All
/// threads of one block.
template <class P>
__device__ void empty_halo(const RankView<P>& ranks, const Control& control,
                           LocalIndex* seen_first) {
    for (std::uint32_t k = threadIdx.x; k <= ranks.seen_count; k += blockDim.x)
        seen_first[k] = control.owned;
}

/// One block.
template <class P>
__global__ void __launch_bounds__(sum_threads)
    lay_out(RankView<P> ranks, AtomsView<P> atoms, LocalIndex* cell_first) {
    Control& control = *atoms.control;
    LocalIndex* seen_first = cell_first + ranks.cells.owned;
    if (control.lost != 0) return empty_halo(ranks, control, seen_first);
    if (control.no_capacity != 0) return;
    const LocalIndex local =
        sum_up(ranks.seen_of(ranks.rank), ranks.seen_count, control.owned, seen_first);
    const LocalIndex sent = sum_up(ranks.shown_atoms, ranks.shown_count, 0, ranks.out.shown_first);
    const bool fits = local <= atoms.capacity && sent <= ranks.sent_capacity;
    if (threadIdx.x == 0) {
        control.local = fits ? local : control.owned;
        if (!fits) control.no_capacity |= no_capacity_for_atoms;
    }
    if (!fits) empty_halo(ranks, control, seen_first);
    __syncthreads();
    for (int peer = static_cast<int>(threadIdx.x); peer < ranks.ranks;
         peer += static_cast<int>(blockDim.x))
        ranks.base_of(peer)[ranks.rank] = seen_first[ranks.first_seen[peer]];
}

/// The groups of shown cell `number`, as its peer sees them.
template <class P>
__device__ SentGroup* sent_groups(const SentAtoms<P>& out, std::uint32_t number, LocalIndex begin) {
    return out.group + std::size_t{out.peer_number[number]} * out.group_capacity +
           group_place(begin, out.shown[number].cell);
}

/// One block for each shown cell.
template <class P>
__global__ void send(RankView<P> ranks, AtomsView<P> atoms, const LocalIndex* cell_first) {
    const Control& control = *atoms.control;
    if (control.no_capacity != 0) return;
    const ShownCell shown = ranks.out.shown[blockIdx.x];
    const LocalIndex first = ranks.out.shown_first[blockIdx.x];
    const LocalIndex shift = ranks.out.shift_to(shown.peer);
    const Site<P>* own = pick(atoms.site, control.position_buffer);
    Site<P>* site = pick(ranks.out.site, control.position_buffer)[shown.peer];
    Site<P>* reference = ranks.reference[shown.peer];
    const LocalIndex begin = cell_first[shown.cell];
    const LocalIndex end = cell_first[shown.cell + 1];
    SentGroup* group = sent_groups(ranks.out, blockIdx.x, begin);
    for_seen(ranks, atoms, shown, cell_first, [&](LocalIndex i, bool seen, std::uint32_t number) {
        const unsigned lanes = __ballot_sync(all_lanes, seen);
        if (threadIdx.x % warp_lanes == 0 && i < end)
            group[(i - begin) / warp_lanes] = {lanes, first + number + shift, shown.peer};
        if (!seen) return;
        MDSIM_EXPECT(first + number < ranks.out.shown_first[blockIdx.x + 1]);
        ranks.out.atom[first + number] = i;
        const Site<P> here = own[i];
        site[first + number + shift] = here;
        reference[first + number + shift] = here;
    });
}

/// One block for each shown cell.
template <class P> __global__ void send_in_use(RankView<P> ranks, AtomsView<P> atoms) {
    const int buffer = atoms.control->position_buffer;
    const ShownCell shown = ranks.out.shown[blockIdx.x];
    const LocalIndex shift = ranks.out.shift_to(shown.peer);
    const Site<P>* own = pick(atoms.site, buffer);
    Site<P>* site = pick(ranks.out.site, buffer)[shown.peer];
    const LocalIndex end = ranks.out.shown_first[blockIdx.x + 1];
    for (LocalIndex k = ranks.out.shown_first[blockIdx.x] + threadIdx.x; k < end; k += blockDim.x)
        site[k + shift] = own[ranks.out.atom[k]];
}

/// The box around a group of the halo. One warp.
template <class P>
__device__ GroupBox<P> box_of_group(const ListSource<P>& source, LocalIndex first,
                                    std::uint32_t atoms) {
    using Bits = typename GroupBox<P>::Bits;
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const Site<P> site = source.site[first + (lane < atoms ? lane : 0)];
    GroupBox<P> box;
    box.low = {static_cast<Bits>(site.x), static_cast<Bits>(site.y), static_cast<Bits>(site.z)};
    box.high = box.low;
    for (int step = 16; step > 0; step /= 2) {
        box.low = {warp_min(box.low.x, step), warp_min(box.low.y, step), warp_min(box.low.z, step)};
        box.high = {warp_max(box.high.x, step), warp_max(box.high.y, step),
                    warp_max(box.high.z, step)};
    }
    box.half = half_sides(box, *source.built);
    return box;
}

/// One block for each cell that this rank sees; the warps share the groups.
template <class P>
__global__ void box_groups(RankView<P> ranks, ListSource<P> source, GroupBox<P>* boxes) {
    const std::uint32_t cell = ranks.cells.owned + blockIdx.x;
    const LocalIndex first = source.cell_first[cell];
    const std::uint32_t count = source.cell_first[cell + 1] - first;
    MDSIM_EXPECT(first <= source.cell_first[cell + 1]);
    for (std::uint32_t g = threadIdx.x / warp_lanes; g * warp_lanes < count;
         g += blockDim.x / warp_lanes) {
        const std::uint32_t left = count - g * warp_lanes;
        const GroupBox<P> box = box_of_group(source, first + g * warp_lanes, left);
        if (threadIdx.x % warp_lanes == 0) boxes[group_place(first, cell) + g] = box;
    }
}

} // namespace

template <class P>
void count_shown(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                 const LocalIndex* cell_first) {
    if (ranks.shown_count == 0) return;
    count<P><<<ranks.shown_count, block_threads, 0, stream.get()>>>(ranks, atoms, cell_first);
    check_launch("count shown atoms");
}

template <class P>
void lay_out_halo(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                  LocalIndex* cell_first) {
    lay_out<P><<<1, sum_threads, 0, stream.get()>>>(ranks, atoms, cell_first);
    check_launch("lay out the halo");
}

template <class P>
void send_halo(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
               const LocalIndex* cell_first) {
    if (ranks.shown_count == 0) return;
    send<P><<<ranks.shown_count, block_threads, 0, stream.get()>>>(ranks, atoms, cell_first);
    check_launch("send the halo");
}

template <class P>
void box_halo(const Stream& stream, const RankView<P>& ranks, const ListSource<P>& source,
              GroupBox<P>* boxes) {
    if (ranks.seen_count == 0) return;
    box_groups<P><<<ranks.seen_count, block_threads, 0, stream.get()>>>(ranks, source, boxes);
    check_launch("box the halo");
}

template <class P>
void send_positions(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms) {
    if (ranks.shown_count == 0) return;
    send_in_use<P><<<ranks.shown_count, block_threads, 0, stream.get()>>>(ranks, atoms);
    check_launch("send positions");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void count_shown(const Stream&, const RankView<P>&, const AtomsView<P>&,              \
                              const LocalIndex*);                                                  \
    template void lay_out_halo(const Stream&, const RankView<P>&, const AtomsView<P>&,             \
                               LocalIndex*);                                                       \
    template void send_halo(const Stream&, const RankView<P>&, const AtomsView<P>&,                \
                            const LocalIndex*);                                                    \
    template void box_halo(const Stream&, const RankView<P>&, const ListSource<P>&, GroupBox<P>*); \
    template void send_positions(const Stream&, const RankView<P>&, const AtomsView<P>&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
