// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/cell_order.hpp"

#include <cub/device/device_radix_sort.cuh>

#include "core/error.hpp"
#include "core/fraction.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/warp.cuh"
#include "kernels/sort/cell_numbers.cuh"
#include "kernels/sort/curve.hpp"
#include "kernels/sort/running_sums.cuh"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

/// Where a coordinate lies in its cell: the upper `levels` bits of what is left after the cell.
MDSIM_HD std::uint32_t place_in_cell(std::int32_t u, int count, int levels) {
    return (static_cast<std::uint32_t>(u) * static_cast<std::uint32_t>(count)) >> (32 - levels);
}
MDSIM_HD std::uint32_t place_in_cell(std::int64_t u, int count, int levels) {
    return static_cast<std::uint32_t>(
        (static_cast<std::uint64_t>(u) * static_cast<std::uint64_t>(count)) >> (64 - levels));
}

template <class P>
__global__ void make_keys(AtomsView<P> atoms, CellGrid grid, int levels, std::uint32_t* key,
                          LocalIndex* order) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const std::uint32_t cell = settle_in_cell(atoms, grid, i);
    const Site<P> site = pick(atoms.site, atoms.control->position_buffer)[i];
    const Vec3<std::uint32_t> place{place_in_cell(site.x, grid.count.x, levels),
                                    place_in_cell(site.y, grid.count.y, levels),
                                    place_in_cell(site.z, grid.count.z, levels)};
    key[i] = cell << (3 * levels) | hilbert_index(place, levels);
    order[i] = i;
}

/// Counts the atoms of each cell; every atom gets one of the numbers below its cell's count.
template <class P>
__global__ void count_cells(AtomsView<P> atoms, CellGrid grid, LocalIndex* count) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool exists = i < atoms.control->owned;
    const unsigned lanes = __ballot_sync(all_lanes, exists);
    if (!exists) return;
    const std::uint32_t cell = settle_in_cell(atoms, grid, i);
    numbers_of(atoms)[i] = {cell, number_in_cell(lanes, cell, count)};
}

/// Finds where the atoms of each cell begin, which tells how many the rank has. One block.
__global__ void __launch_bounds__(sum_threads)
    sum_counts(const LocalIndex* count, std::uint32_t cells, LocalIndex* first, Control* control) {
    if (control->no_room != 0) return;
    const LocalIndex owned = sum_up(count, cells, 0, first);
    if (threadIdx.x == 0) control->owned = owned;
}

template <class P>
__global__ void order_by_cells(AtomsView<P> atoms, const LocalIndex* first, LocalIndex* order) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->present) return;
    const NumberInCell mine = numbers_of(atoms)[i];
    if (mine.cell == no_cell) return;
    order[first[mine.cell] + mine.number] = i;
}

/// The sorted place of atom number i among those of the same key, which ids decide.
__device__ std::uint32_t rank_of(std::uint32_t i, std::uint32_t count, const std::uint32_t* key,
                                 const LocalIndex* order, const ParticleId* id) {
    const std::uint32_t mine = key[i];
    std::uint32_t first = i;
    while (first > 0 && key[first - 1] == mine) --first;
    const ParticleId my_id = id[order[i]];
    std::uint32_t rank = first;
    for (std::uint32_t j = first; j < count && key[j] == mine; ++j)
        rank += id[order[j]] < my_id ? 1 : 0;
    return rank;
}

/// Notes where cells begin, as seen by atom number i of the sorted keys.
__device__ void mark_cells(std::uint32_t i, std::uint32_t count, const std::uint32_t* key,
                           int cell_shift, std::uint32_t cells, LocalIndex* cell_first) {
    const std::uint32_t cell = key[i] >> cell_shift;
    const std::uint32_t begin = i == 0 ? 0 : (key[i - 1] >> cell_shift) + 1;
    for (std::uint32_t c = begin; c <= cell; ++c) cell_first[c] = i;
    if (i + 1 == count) {
        for (std::uint32_t c = cell + 1; c <= cells; ++c) cell_first[c] = count;
    }
}

/// Puts atoms of the same key into the order of their ids, and notes where cells begin.
__global__ void settle_order(std::uint32_t count, const ParticleId* id, const std::uint32_t* key,
                             const LocalIndex* order, int cell_shift, std::uint32_t cells,
                             LocalIndex* settled, LocalIndex* cell_first) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    mark_cells(i, count, key, cell_shift, cells, cell_first);
    const bool tied = (i > 0 && key[i - 1] == key[i]) || (i + 1 < count && key[i + 1] == key[i]);
    std::uint32_t to = i;
    if (tied) to = rank_of(i, count, key, order, id);
    settled[to] = order[i];
}

/// Bits that hold the numbers below n.
int bits_for(std::uint64_t n) {
    int bits = 0;
    while ((std::uint64_t{1} << bits) < n) ++bits;
    return bits;
}

/// Levels of the curve: about one atom for each of its points.
int curve_levels(double atoms_per_cell, int spare_bits) {
    int levels = 1;
    while (levels < 5 && static_cast<double>(1u << (3 * levels)) < atoms_per_cell) ++levels;
    while (levels > 1 && 3 * levels > spare_bits) --levels;
    return levels;
}

} // namespace

template <class P>
CellOrder<P>::CellOrder(const CellGrid& grid, std::size_t atoms)
    : grid_(grid), cell_bits_(bits_for(static_cast<std::uint64_t>(grid.total()))),
      levels_(curve_levels(static_cast<double>(atoms) / static_cast<double>(grid.total()),
                           32 - cell_bits_)),
      order_(atoms), count_(static_cast<std::size_t>(grid.total())),
      cell_first_(static_cast<std::size_t>(grid.total()) + 1) {
    MDSIM_REQUIRE(cell_bits_ <= 29);
}

template <class P>
void CellOrder<P>::sort(const Stream& stream, const AtomsView<P>& atoms, OrderDepth depth) {
    if (depth == OrderDepth::curve)
        sort_along_curve(stream, atoms);
    else
        sort_by_cells(stream, atoms);
}

template <class P> void CellOrder<P>::begin_count(const Stream& stream) {
    stream.zero(count_.data(), count_.size());
}

template <class P>
void CellOrder<P>::end_count(const Stream& stream, const AtomsView<P>& atoms, std::uint32_t cells) {
    sum_counts<<<1, sum_threads, 0, stream.get()>>>(count_.data(), cells, cell_first_.data(),
                                                    atoms.control);
    check_launch("sum_counts");
    order_by_cells<P><<<blocks_for(atoms.room, block_threads), block_threads, 0, stream.get()>>>(
        atoms, cell_first_.data(), order_.data());
    check_launch("order_by_cells");
}

template <class P>
void CellOrder<P>::sort_by_cells(const Stream& stream, const AtomsView<P>& atoms) {
    begin_count(stream);
    count_cells<P><<<blocks_for(atoms.room, block_threads), block_threads, 0, stream.get()>>>(
        atoms, grid_, count_.data());
    check_launch("count_cells");
    end_count(stream, atoms, static_cast<std::uint32_t>(grid_.total()));
}

template <class P> void CellOrder<P>::make_room_for_keys(std::size_t atoms, int bits) {
    key_.resize_discard(atoms);
    sorted_key_.resize_discard(atoms);
    unsettled_.resize_discard(atoms);
    check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, scratch_bytes_, key_.data(),
                                               sorted_key_.data(), order_.data(), unsettled_.data(),
                                               static_cast<int>(atoms), 0, bits),
               "sizing the sort");
    scratch_.resize_discard(scratch_bytes_);
}

template <class P>
void CellOrder<P>::sort_along_curve(const Stream& stream, const AtomsView<P>& atoms) {
    const unsigned blocks = blocks_for(atoms.room, block_threads);
    const auto cells = static_cast<std::uint32_t>(grid_.total());
    const int bits = cell_bits_ + 3 * levels_;
    // Nothing may be allocated while a graph is recorded; the host always sorts like this once
    // before.
    if (key_.size() < atoms.room) make_room_for_keys(atoms.room, bits);
    make_keys<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, grid_, levels_, key_.data(),
                                                             order_.data());
    check_launch("make_keys");
    check_cuda(cub::DeviceRadixSort::SortPairs(scratch_.data(), scratch_bytes_, key_.data(),
                                               sorted_key_.data(), order_.data(), unsettled_.data(),
                                               static_cast<int>(atoms.room), 0, bits, stream.get()),
               "sorting");
    settle_order<<<blocks, block_threads, 0, stream.get()>>>(
        atoms.room, atoms.id, sorted_key_.data(), unsettled_.data(), 3 * levels_, cells,
        order_.data(), cell_first_.data());
    check_launch("settle_order");
}

template <class P> std::size_t CellOrder<P>::bytes() const {
    return order_.bytes() + count_.bytes() + cell_first_.bytes() + key_.bytes() +
           sorted_key_.bytes() + unsettled_.bytes() + scratch_.bytes();
}

template class CellOrder<MixedPrecision>;
template class CellOrder<DoublePrecision>;

} // namespace mdsim
