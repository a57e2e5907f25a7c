// SPDX-License-Identifier: BSD-3-Clause
#include "core/contract.hpp"
#include "kernels/decomposition/exchange_atoms.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/sort/cell_numbers.cuh"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

/// Sends an atom to the rank that owns it now.
template <class P>
__device__ void send_away(const RankView<P>& ranks, const AtomsView<P>& atoms, LocalIndex i,
                          Rank to) {
    MDSIM_EXPECT(0 <= to && to < ranks.ranks && to != ranks.rank);
    const std::uint32_t n = atomicAdd(&ranks.leaving[to], 1u);
    if (n >= ranks.segment) return;
    const std::size_t place = std::size_t{static_cast<std::uint32_t>(ranks.rank)} * ranks.segment;
    Migrant<P> migrant;
    migrant.site = pick(atoms.site, atoms.control->position_buffer)[i];
    load_columns(atoms, i, migrant);
    ranks.inbox[to][place + n] = migrant;
}

template <class P>
__global__ void leave(RankView<P> ranks, AtomsView<P> atoms, CellGrid grid, LocalIndex* count) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool exists = i < atoms.control->owned;
    const std::uint32_t cell = exists ? update_image_and_cell(atoms, grid, i) : 0;
    const Rank owner = ranks.owner[cell];
    const bool stays = exists && owner == ranks.rank;
    const unsigned lanes = __ballot_sync(all_lanes, stays);
    if (!exists) return;
    if (!stays) {
        send_away(ranks, atoms, i, owner);
        numbers_of(atoms)[i] = {no_cell, 0};
        return;
    }
    const std::uint32_t mine = ranks.cells.local_of(cell);
    numbers_of(atoms)[i] = {mine, number_in_cell(lanes, mine, count)};
}

/// Sends each rank the number of atoms that it gets. One block.
template <class P> __global__ void tell_leaving(RankView<P> ranks, Control* control) {
    for (int to = static_cast<int>(threadIdx.x); to < ranks.ranks;
         to += static_cast<int>(blockDim.x)) {
        const std::uint32_t count = ranks.leaving[to];
        ranks.arrived_of(to)[ranks.rank] = count;
        if (count > ranks.segment) control->no_capacity |= no_capacity_for_migrants;
    }
}

/// Atoms that came from ranks before one.
template <class P> __device__ std::uint32_t arrived_before(const RankView<P>& ranks, Rank end) {
    std::uint32_t sum = 0;
    for (Rank from = 0; from < end; ++from) sum += ranks.arrived_of(ranks.rank)[from];
    return sum;
}

/// Notes how many atoms will lie in the arrays, those that left included, and whether there is
/// capacity for them. One thread.
template <class P> __global__ void note_present(RankView<P> ranks, AtomsView<P> atoms) {
    Control& control = *atoms.control;
    std::uint32_t left = 0;
    for (Rank to = 0; to < ranks.ranks; ++to) left += ranks.leaving[to];
    const std::uint32_t present = control.owned + arrived_before(ranks, ranks.ranks);
    if (present > atoms.capacity || present - left > ranks.owned_capacity)
        control.no_capacity |= no_capacity_for_atoms;
    control.present = present;
}

/// Row y of blocks takes in what came from rank y. Without capacity nothing is there to be sorted.
template <class P>
__global__ void arrive(RankView<P> ranks, AtomsView<P> atoms, CellGrid grid, LocalIndex* count) {
    const Rank from = static_cast<Rank>(blockIdx.y);
    Control& control = *atoms.control;
    const std::uint32_t n = blockIdx.x * blockDim.x + threadIdx.x;
    if (control.no_capacity != 0 && from == 0 && n == 0) control.present = 0;
    const bool exists = control.no_capacity == 0 && n < ranks.arrived_of(ranks.rank)[from];
    const unsigned lanes = __ballot_sync(all_lanes, exists);
    if (!exists) return;
    MDSIM_EXPECT(n < ranks.segment);
    const Migrant<P> migrant = ranks.inbox[ranks.rank][std::size_t{blockIdx.y} * ranks.segment + n];
    const LocalIndex i = control.owned + arrived_before(ranks, from) + n;
    MDSIM_EXPECT(i < atoms.capacity);
    pick(atoms.site, control.position_buffer)[i] = migrant.site;
    store_columns(migrant, atoms, i);
    const Site<P>& site = migrant.site;
    const Vec3<int> c{interval_of(site.x, grid.count.x), interval_of(site.y, grid.count.y),
                      interval_of(site.z, grid.count.z)};
    const std::uint32_t mine = ranks.cells.local_of(
        static_cast<std::uint32_t>(c.x + grid.count.x * (c.y + grid.count.y * c.z)));
    numbers_of(atoms)[i] = {mine, number_in_cell(lanes, mine, count)};
}

} // namespace

template <class P>
void send_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                   const CellGrid& grid, LocalIndex* count) {
    stream.zero(ranks.leaving, static_cast<std::size_t>(ranks.ranks));
    leave<P><<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
        ranks, atoms, grid, count);
    check_launch("leave");
    tell_leaving<P><<<1, 32, 0, stream.get()>>>(ranks, atoms.control);
    check_launch("tell_leaving");
}

template <class P>
void note_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms) {
    note_present<P><<<1, 1, 0, stream.get()>>>(ranks, atoms);
    check_launch("note_present");
}

template <class P>
void take_migrants(const Stream& stream, const RankView<P>& ranks, const AtomsView<P>& atoms,
                   const CellGrid& grid, LocalIndex* count) {
    const dim3 blocks{blocks_for(ranks.segment, block_threads), static_cast<unsigned>(ranks.ranks)};
    arrive<P><<<blocks, block_threads, 0, stream.get()>>>(ranks, atoms, grid, count);
    check_launch("arrive");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void send_migrants(const Stream&, const RankView<P>&, const AtomsView<P>&,            \
                                const CellGrid&, LocalIndex*);                                     \
    template void note_migrants(const Stream&, const RankView<P>&, const AtomsView<P>&);           \
    template void take_migrants(const Stream&, const RankView<P>&, const AtomsView<P>&,            \
                                const CellGrid&, LocalIndex*);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
