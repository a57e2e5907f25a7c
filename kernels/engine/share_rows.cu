// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/share_rows.hpp"

#include <variant>

#include "kernels/runtime/launch.hpp"
#include "kernels/state/atom_arrays.cuh"
#include "state/id_block.hpp"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

/// Calls write(place, i) for this thread's atom i if its id belongs to the piece.
template <class Value, class P, class Write>
__device__ void with_place(const AtomsView<P>& atoms, const IdPiece& piece, const Write& write) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const ParticleId id = atoms.id[i];
    if (id < 0 || id >= piece.total) return;
    const int holder = IdBlock::holder(id, piece.total, piece.ranks);
    const std::int64_t number =
        id - IdBlock::of(piece.total, holder, piece.ranks).first - piece.begin;
    if (number < 0 || number >= piece.count) return;
    write(reinterpret_cast<Value*>(piece.place[holder])[number], i);
}

template <class P, class Row> __global__ void rows(AtomsView<P> atoms, Row row, IdPiece piece) {
    using Value = RowValue<P, Row>;
    with_place<Value>(atoms, piece,
                      [&](Value& to, std::uint32_t i) { to = row(arrays_of(atoms), i); });
}

template <class P> __global__ void marks(AtomsView<P> atoms, IdPiece piece) {
    with_place<std::uint8_t>(atoms, piece, [](std::uint8_t& to, std::uint32_t) { to = 1; });
}

__global__ void unmarked(const std::byte* marks, std::uint32_t count, std::uint32_t* found) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && marks[i] == std::byte{0}) *found = 1;
}

} // namespace

template <class P>
void share_rows(const Stream& stream, const AtomsView<P>& atoms, const AnyRow& row,
                const IdPiece& piece) {
    std::visit(
        [&](const auto& of) {
            rows<P><<<blocks_for(atoms.room, block_threads), block_threads, 0, stream.get()>>>(
                atoms, of, piece);
        },
        row);
    check_launch("share rows");
}

template <class P>
void share_marks(const Stream& stream, const AtomsView<P>& atoms, const IdPiece& piece) {
    marks<P>
        <<<blocks_for(atoms.room, block_threads), block_threads, 0, stream.get()>>>(atoms, piece);
    check_launch("share marks");
}

void find_unmarked(const Stream& stream, const std::byte* marks, std::uint32_t count,
                   std::uint32_t* found) {
    if (count == 0) return;
    unmarked<<<blocks_for(count, block_threads), block_threads, 0, stream.get()>>>(marks, count,
                                                                                   found);
    check_launch("find unmarked");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void share_rows(const Stream&, const AtomsView<P>&, const AnyRow&, const IdPiece&);   \
    template void share_marks(const Stream&, const AtomsView<P>&, const IdPiece&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
