// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/arrange_atoms.hpp"

#include "kernels/sort/arrange_cell.cuh"

namespace mdsim {

namespace {

/// Blocks that are to share a multiprocessor: as many as shared memory allows, while registers do.
template <class P> inline constexpr int arrange_blocks = sizeof(typename P::Fraction) == 4 ? 6 : 4;

template <class P>
__global__ void __launch_bounds__(tree_threads, arrange_blocks<P>)
    arrange(AtomsView<P> atoms, const LocalIndex* order, ListSource<P> source, GroupBox<P>* boxes) {
    __shared__ TreeShared<P> shared;
    arrange_cell(atoms, order, source, boxes, blockIdx.x, shared);
}

__global__ void swap_buffers(Control* control) {
    control->position_buffer ^= 1;
    control->sorted_buffer ^= 1;
}

} // namespace

template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   const ListSource<P>& source, const ListOutput<P>& out) {
    const auto cells = static_cast<unsigned>(source.grid.total());
    arrange<P><<<cells, tree_threads, 0, stream.get()>>>(atoms, order, source, out.boxes);
    check_launch("arrange");
    swap_buffers<<<1, 1, 0, stream.get()>>>(atoms.control);
    check_launch("swap_buffers");
}

template void arrange_atoms(const Stream&, const AtomsView<MixedPrecision>&, const LocalIndex*,
                            const ListSource<MixedPrecision>&, const ListOutput<MixedPrecision>&);
template void arrange_atoms(const Stream&, const AtomsView<DoublePrecision>&, const LocalIndex*,
                            const ListSource<DoublePrecision>&, const ListOutput<DoublePrecision>&);

} // namespace mdsim
