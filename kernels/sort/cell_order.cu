// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/cell_order.hpp"

#include <cub/device/device_radix_sort.cuh>

#include "core/contract.hpp"
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

/// Where a coordinate lies in its cell: the upper `levels` bits of its distance from the cell's
/// lower face.
MDSIM_HD std::uint32_t place_in_cell(std::int32_t u, int count, int levels) {
    return (static_cast<std::uint32_t>(u) * static_cast<std::uint32_t>(count)) >> (32 - levels);
}
MDSIM_HD std::uint32_t place_in_cell(std::int64_t u, int count, int levels) {
    return static_cast<std::uint32_t>(
        (static_cast<std::uint64_t>(u) * static_cast<std::uint64_t>(count)) >> (64 - levels));
}

/// The key of places in the arrays that hold no atom of this rank. It comes behind all others.
constexpr std::uint32_t last_key = ~0u;

/// Counts the atoms of each cell; every atom gets one of the numbers below its cell's count.
template <class P>
__global__ void count_cells(AtomsView<P> atoms, CellGrid grid, CellMap cells, LocalIndex* count) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool exists = i < atoms.control->owned;
    const unsigned lanes = __ballot_sync(all_lanes, exists);
    if (!exists) return;
    const std::uint32_t cell = cells.local_of(update_image_and_cell(atoms, grid, i));
    numbers_of(atoms)[i] = {cell, number_in_cell(lanes, cell, count)};
}

/// Finds where the atoms of each cell begin, and so how many the rank has. One block.
__global__ void __launch_bounds__(sum_threads)
    sum_counts(const LocalIndex* count, std::uint32_t cells, LocalIndex* first, Control* control) {
    if (control->no_capacity != 0) return;
    const LocalIndex owned = sum_up(count, cells, 0, first);
    if (threadIdx.x == 0) control->owned = owned;
}

template <class P>
__global__ void order_by_cells(AtomsView<P> atoms, const LocalIndex* first, LocalIndex* order) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->present) return;
    const NumberInCell mine = numbers_of(atoms)[i];
    if (mine.cell == no_cell) return;
    MDSIM_EXPECT(first[mine.cell] + mine.number < first[mine.cell + 1]);
    order[first[mine.cell] + mine.number] = i;
}

/// The key of an atom of a cell: the cell, and the place on the curve through it.
template <class P>
__device__ std::uint32_t key_of(const Site<P>& site, std::uint32_t cell, const CellGrid& grid,
                                int levels) {
    const Vec3<std::uint32_t> place{place_in_cell(site.x, grid.count.x, levels),
                                    place_in_cell(site.y, grid.count.y, levels),
                                    place_in_cell(site.z, grid.count.z, levels)};
    return cell << (3 * levels) | hilbert_index(place, levels);
}

/// Makes the keys of atoms whose cells have been noted by the count.
template <class P>
__global__ void make_keys(AtomsView<P> atoms, CellGrid grid, int levels, std::uint32_t* key,
                          LocalIndex* order) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.capacity) return;
    const Control& control = *atoms.control;
    const std::uint32_t cell = i < control.present ? numbers_of(atoms)[i].cell : no_cell;
    order[i] = i;
    key[i] = cell == no_cell
                 ? last_key
                 : key_of<P>(pick(atoms.site, control.position_buffer)[i], cell, grid, levels);
}

/// The place of sorted atom number i once ids have decided between atoms of the same key.
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

/// Puts atoms of the same key into the order of their ids.
__global__ void order_ties(const Control* control, const ParticleId* id, const std::uint32_t* key,
                           const LocalIndex* order, LocalIndex* ordered) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const std::uint32_t count = control->owned;
    if (control->no_capacity != 0 || i >= count) return;
    const bool tied = (i > 0 && key[i - 1] == key[i]) || (i + 1 < count && key[i + 1] == key[i]);
    std::uint32_t to = i;
    if (tied) to = rank_of(i, count, key, order, id);
    MDSIM_EXPECT(to < count);
    ordered[to] = order[i];
}

/// How many bits hold the numbers of so many cells and one more, which stands for last_key.
int bits_for_keys(std::uint64_t cells) {
    int bits = 0;
    while ((std::uint64_t{1} << bits) < cells + 1) ++bits;
    return bits;
}

/// Levels of the curve: so many that it has about one point for each atom, if the bits suffice.
int curve_levels(double atoms_per_cell, int spare_bits) {
    int levels = 1;
    while (levels < 5 && static_cast<double>(1u << (3 * levels)) < atoms_per_cell) ++levels;
    while (levels > 1 && 3 * levels > spare_bits) --levels;
    return levels;
}

} // namespace

template <class P>
CellOrder<P>::CellOrder(const CellGrid& grid, std::size_t capacity, double total)
    : grid_(grid), order_(capacity), count_(static_cast<std::size_t>(grid.total())),
      cell_first_(static_cast<std::size_t>(grid.total()) + 1) {
    const auto cells = static_cast<std::uint64_t>(grid.total());
    MDSIM_EXPECT(capacity > 0 && total > 0);
    const int cell_bits = bits_for_keys(cells);
    MDSIM_REQUIRE(cell_bits <= 29);
    levels_ = curve_levels(total / static_cast<double>(cells), 32 - cell_bits);
}

template <class P>
void CellOrder<P>::sort(const Stream& stream, const AtomsView<P>& atoms, const CellMap& cells,
                        OrderDepth depth) {
    begin_count(stream);
    count_cells<P><<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
        atoms, grid_, cells, count_.data());
    check_launch("count_cells");
    end_count(stream, atoms, cells.owned, depth);
}

template <class P> void CellOrder<P>::begin_count(const Stream& stream) {
    stream.zero(count_.data(), count_.size());
}

template <class P>
void CellOrder<P>::end_count(const Stream& stream, const AtomsView<P>& atoms, std::uint32_t cells,
                             OrderDepth depth) {
    MDSIM_EXPECT(cells <= count_.size() && atoms.capacity <= order_.size());
    sum_counts<<<1, sum_threads, 0, stream.get()>>>(count_.data(), cells, cell_first_.data(),
                                                    atoms.control);
    check_launch("sum_counts");
    if (depth == OrderDepth::curve) return order_along_curve(stream, atoms, cells);
    order_by_cells<P>
        <<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
            atoms, cell_first_.data(), order_.data());
    check_launch("order_by_cells");
}

template <class P> void CellOrder<P>::allocate_keys(std::size_t atoms, int bits) {
    MDSIM_EXPECT(bits > 0 && bits <= 32 && atoms <= order_.size());
    key_.resize_discard(atoms);
    sorted_key_.resize_discard(atoms);
    by_key_.resize_discard(atoms);
    check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, scratch_bytes_, key_.data(),
                                               sorted_key_.data(), order_.data(), by_key_.data(),
                                               static_cast<int>(atoms), 0, bits),
               "sizing the sort");
    scratch_.resize_discard(scratch_bytes_);
}

template <class P>
void CellOrder<P>::order_along_curve(const Stream& stream, const AtomsView<P>& atoms,
                                     std::uint32_t cells) {
    const unsigned blocks = blocks_for(atoms.capacity, block_threads);
    const int bits = bits_for_keys(cells) + 3 * levels_;
    // Nothing may be allocated while a graph is recorded. By then the host has sorted like this
    // once, so the memory is there.
    if (key_.size() < atoms.capacity) allocate_keys(atoms.capacity, bits);
    make_keys<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, grid_, levels_, key_.data(),
                                                             order_.data());
    check_launch("make_keys");
    check_cuda(cub::DeviceRadixSort::SortPairs(
                   scratch_.data(), scratch_bytes_, key_.data(), sorted_key_.data(), order_.data(),
                   by_key_.data(), static_cast<int>(atoms.capacity), 0, bits, stream.get()),
               "sorting");
    order_ties<<<blocks, block_threads, 0, stream.get()>>>(
        atoms.control, atoms.id, sorted_key_.data(), by_key_.data(), order_.data());
    check_launch("order_ties");
}

template <class P> std::size_t CellOrder<P>::bytes() const {
    return order_.bytes() + count_.bytes() + cell_first_.bytes() + key_.bytes() +
           sorted_key_.bytes() + by_key_.bytes() + scratch_.bytes();
}

template class CellOrder<MixedPrecision>;
template class CellOrder<DoublePrecision>;

} // namespace mdsim
