// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/arrange_atoms.hpp"

#include "core/contract.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/sort/arrange_cell.cuh"

namespace mdsim {

namespace {

/// How many blocks are to share a multiprocessor: as many as shared memory and registers allow.
template <class P, std::uint32_t threads>
inline constexpr int arrange_blocks = threads > tree_threads              ? 1
                                      : sizeof(typename P::Fraction) == 4 ? 6
                                                                          : 4;

/// How many blocks work on each cell, if cells may have several segments.
constexpr unsigned large_cell_blocks = 4;

/// With no more cells than this, blocks have `many_tree_threads`. A device has almost as many
/// multiprocessors.
constexpr unsigned few_cells = 264;

template <class P, std::uint32_t threads>
__global__ void __launch_bounds__(threads, arrange_blocks<P, threads>)
    arrange(AtomsView<P> atoms, MovedArrays<P> moved, const LocalIndex* order, ListSource<P> source,
            GroupBox<P>* boxes) {
    __shared__ TreeShared<P> shared;
    alignas(16) __shared__ typename GroupBox<P>::Bits value[threads];
    if (atoms.control->no_capacity != 0) return;
    arrange_cell({&atoms, &moved, order}, source, boxes, blockIdx.x, shared, value);
}

constexpr unsigned keep_threads = 256;

/// Copies `words` words for each atom. The threads of a grid, one for each atom, share all these
/// words evenly. All threads.
template <std::uint32_t words>
__device__ void copy_words(const void* from, void* to, std::uint32_t atoms) {
    const auto* source = static_cast<const std::uint32_t*>(from);
    auto* target = static_cast<std::uint32_t*>(to);
    const std::size_t first = std::size_t{blockIdx.x} * keep_threads * words + threadIdx.x;
    const std::size_t end = std::size_t{atoms} * words;
    std::uint32_t word[words];
#pragma unroll
    for (std::uint32_t k = 0; k < words; ++k) {
        const std::size_t w = first + k * keep_threads;
        word[k] = w < end ? source[w] : 0;
    }
#pragma unroll
    for (std::uint32_t k = 0; k < words; ++k) {
        const std::size_t w = first + k * keep_threads;
        if (w < end) target[w] = word[k];
    }
}

/// Copies the columns back to their only buffers. Then notes that positions are in the other
/// buffer.
template <class P> __global__ void keep_moved(AtomsView<P> atoms, MovedArrays<P> moved) {
    constexpr std::uint32_t word = sizeof(std::uint32_t);
    if (atoms.control->no_capacity != 0) return;
    const LocalIndex owned = atoms.control->owned;
    const auto keep = [&](const auto* from, auto* to) {
        copy_words<sizeof(*from) / word>(from, to, owned);
    };
    for_each_column(keep, moved, atoms);
    if (blockIdx.x == 0 && threadIdx.x == 0) atoms.control->change_buffers();
}

} // namespace

template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   OrderDepth depth, const ListSource<P>& source, const ListOutput<P>& out) {
    const unsigned cells = source.cells.owned;
    MDSIM_EXPECT(atoms.capacity > 0 && out.boxes != nullptr);
    const MovedArrays<P> moved(out.chunks, atoms.capacity);
    const bool few = cells <= few_cells;
    const auto kernel = few ? arrange<P, many_tree_threads> : arrange<P, tree_threads>;
    const dim3 blocks{cells, depth == OrderDepth::curve ? large_cell_blocks : 1};
    if (cells > 0)
        kernel<<<blocks, few ? many_tree_threads : tree_threads, 0, stream.get()>>>(
            atoms, moved, order, source, out.boxes);
    check_launch("arrange");
    keep_moved<P>
        <<<blocks_for(atoms.capacity, keep_threads), keep_threads, 0, stream.get()>>>(atoms, moved);
    check_launch("keep_moved");
}

template void arrange_atoms(const Stream&, const AtomsView<MixedPrecision>&, const LocalIndex*,
                            OrderDepth, const ListSource<MixedPrecision>&,
                            const ListOutput<MixedPrecision>&);
template void arrange_atoms(const Stream&, const AtomsView<DoublePrecision>&, const LocalIndex*,
                            OrderDepth, const ListSource<DoublePrecision>&,
                            const ListOutput<DoublePrecision>&);

} // namespace mdsim
