// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/cut_cells.hpp"

#include "core/contract.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

/// What tiles of a cell know of those who see it.
template <class P>
__device__ typename P::Fraction sent_of(const ListSource<P>& source, std::uint32_t cell) {
    if (source.peers_of_cell == nullptr) return 0;
    return static_cast<typename P::Fraction>(source.peers_of_cell[cell]);
}

/// The table of tiles of one cell. One warp.
template <class P>
__device__ void cut_cell(const ListSource<P>& source, const ListOutput<P>& out, std::uint32_t cell,
                         LocalIndex first, std::uint32_t count) {
    const std::uint32_t tiles = tiles_of(count, source.shape);
    const std::uint32_t place = tile_place(first, cell, source.shape);
    const bool last = cell + 1 == source.cells.owned;
    const std::uint32_t next =
        last ? source.tile_count : tile_place(first + count, cell + 1, source.shape);
    MDSIM_EXPECT(place + tiles <= next && next <= source.tile_count);
    const auto sent = sent_of(source, cell);
    for (std::uint32_t t = threadIdx.x % warp_lanes; t < next - place; t += warp_lanes) {
        DeviceTile<P>& tile = out.tiles[place + t];
        tile.count = 0;
        if (t >= tiles) continue;
        const std::uint32_t begin = tile_begin(t, tiles, count);
        tile.first = first + begin;
        tile.count = tile_begin(t + 1, tiles, count) - begin;
        tile.cell = cell;
        tile.slots = 0;
        tile.sent = sent;
    }
}

/// Makes the limits from now on those of lists that are built in the box at `place`. All threads of
/// the grid, of which this is number `thread`.
template <class P>
__device__ void renew_limits(const StepBoxes<P>& boxes, Step place, std::uint32_t thread) {
    const LowerTriangular<double> built = boxes.edges[place];
    const MoveRule rule = boxes.series->rule;
    for (Step i = place + thread; i < boxes.series->count; i += gridDim.x * blockDim.x)
        boxes.first[i].set_limits(rule.at(built, boxes.edges[i]));
}

template <class P>
__global__ void cut(const Control* control, StepBoxes<P> boxes,
                    LowerTriangular<typename P::Real>* built, ListSource<P> source,
                    ListOutput<P> out, std::uint32_t cells) {
    const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const Step place = boxes.place_between_passes(*control);
    if (thread == 0) {
        *built = boxes.first[place].lengths.length;
        boxes.series->built = boxes.edges[place];
    }
    renew_limits(boxes, place, thread);
    const std::uint32_t warp = thread / warp_lanes;
    if (warp >= cells) return;
    const LocalIndex first = source.cell_first[warp];
    const std::uint32_t count = source.cell_first[warp + 1] - first;
    cut_cell(source, out, warp, first, count);
    if (threadIdx.x % warp_lanes == 0 && count > out.capacity.cell)
        atomicMax(&out.use->cell, count);
}

} // namespace

template <class P>
void cut_cells(const Stream& stream, const AtomsView<P>& atoms, const ListSource<P>& source,
               const ListOutput<P>& out) {
    const auto cells = source.cells.owned;
    const unsigned blocks = blocks_for(std::size_t{cells} * warp_lanes, block_threads);
    cut<P><<<blocks, block_threads, 0, stream.get()>>>(atoms.control, atoms.boxes, atoms.built,
                                                       source, out, cells);
    check_launch("cut");
}

template void cut_cells(const Stream&, const AtomsView<MixedPrecision>&,
                        const ListSource<MixedPrecision>&, const ListOutput<MixedPrecision>&);
template void cut_cells(const Stream&, const AtomsView<DoublePrecision>&,
                        const ListSource<DoublePrecision>&, const ListOutput<DoublePrecision>&);

} // namespace mdsim
