// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/cell_order.hpp"

#include <algorithm>
#include <cub/device/device_radix_sort.cuh>

#include "core/error.hpp"
#include "core/fraction.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/sort/curve.hpp"

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
    if (i >= atoms.count) return;
    const Site<P> site = pick(atoms.site, atoms.control->position_buffer)[i];
    const Site<P> from = atoms.reference[i];
    Vec3<std::int32_t>& image = pick(atoms.image, atoms.control->sorted_buffer)[i];
    const Vec3<std::int32_t> crossed{crossing(from.x, site.x), crossing(from.y, site.y),
                                     crossing(from.z, site.z)};
    if (crossed != Vec3<std::int32_t>{0, 0, 0}) image = image + crossed;
    const Vec3<int> c{interval_of(site.x, grid.count.x), interval_of(site.y, grid.count.y),
                      interval_of(site.z, grid.count.z)};
    const auto cell = static_cast<std::uint32_t>(c.x + grid.count.x * (c.y + grid.count.y * c.z));
    order[i] = i;
    key[i] = cell;
    if (levels == 0) return;
    const Vec3<std::uint32_t> place{place_in_cell(site.x, grid.count.x, levels),
                                    place_in_cell(site.y, grid.count.y, levels),
                                    place_in_cell(site.z, grid.count.z, levels)};
    key[i] = cell << (3 * levels) | hilbert_index(place, levels);
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

/// Notes where cells begin.
__global__ void mark_all_cells(std::uint32_t count, const std::uint32_t* key, std::uint32_t cells,
                               LocalIndex* cell_first) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) mark_cells(i, count, key, 0, cells, cell_first);
}

/// Puts atoms of the same key into the order of their ids, and notes where cells begin.
__global__ void settle_order(std::uint32_t count, const Control* control, const ParticleId* id0,
                             const ParticleId* id1, const std::uint32_t* key,
                             const LocalIndex* order, int cell_shift, std::uint32_t cells,
                             LocalIndex* settled, LocalIndex* cell_first) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    mark_cells(i, count, key, cell_shift, cells, cell_first);
    const bool tied = (i > 0 && key[i - 1] == key[i]) || (i + 1 < count && key[i + 1] == key[i]);
    std::uint32_t to = i;
    if (tied) to = rank_of(i, count, key, order, control->sorted_buffer == 0 ? id0 : id1);
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
    : grid_(grid), cell_bits_(bits_for(static_cast<std::uint64_t>(grid.total()))), key_(atoms),
      sorted_key_(atoms), order_(atoms), sorted_order_(atoms),
      cell_first_(static_cast<std::size_t>(grid.total()) + 1) {
    MDSIM_REQUIRE(cell_bits_ <= 29);
    levels_ = curve_levels(static_cast<double>(atoms) / static_cast<double>(grid.total()),
                           32 - cell_bits_);
    check_cuda(cub::DeviceRadixSort::SortPairs(
                   nullptr, scratch_bytes_, key_.data(), sorted_key_.data(), order_.data(),
                   sorted_order_.data(), static_cast<int>(atoms), 0, cell_bits_ + 3 * levels_),
               "sizing the sort");
    scratch_.resize_discard(scratch_bytes_);
}

template <class P>
void CellOrder<P>::sort(const Stream& stream, const AtomsView<P>& atoms, OrderDepth depth) {
    const unsigned blocks = blocks_for(atoms.count, block_threads);
    const bool curve = depth == OrderDepth::curve;
    const int levels = curve ? levels_ : 0;
    const auto cells = static_cast<std::uint32_t>(grid_.total());
    // The order that is wanted comes out of the last pass: of the sort, or of the one behind it.
    LocalIndex* unsorted = curve ? order_.data() : sorted_order_.data();
    LocalIndex* sorted = curve ? sorted_order_.data() : order_.data();
    make_keys<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, grid_, levels, key_.data(),
                                                             unsorted);
    check_launch("make_keys");
    check_cuda(cub::DeviceRadixSort::SortPairs(scratch_.data(), scratch_bytes_, key_.data(),
                                               sorted_key_.data(), unsorted, sorted,
                                               static_cast<int>(atoms.count), 0,
                                               std::max(1, cell_bits_ + 3 * levels), stream.get()),
               "sorting");
    if (!curve) {
        mark_all_cells<<<blocks, block_threads, 0, stream.get()>>>(
            atoms.count, sorted_key_.data(), cells, cell_first_.data());
        check_launch("mark_all_cells");
        return;
    }
    settle_order<<<blocks, block_threads, 0, stream.get()>>>(
        atoms.count, atoms.control, atoms.id[0], atoms.id[1], sorted_key_.data(), sorted,
        3 * levels, cells, order_.data(), cell_first_.data());
    check_launch("settle_order");
}

template <class P> std::size_t CellOrder<P>::bytes() const {
    return key_.bytes() + sorted_key_.bytes() + order_.bytes() + sorted_order_.bytes() +
           cell_first_.bytes() + scratch_.bytes();
}

template class CellOrder<MixedPrecision>;
template class CellOrder<DoublePrecision>;

} // namespace mdsim
