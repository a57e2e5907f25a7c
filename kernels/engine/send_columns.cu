// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/send_columns.hpp"

#include <variant>

#include "core/contract.hpp"
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
    MDSIM_EXPECT(0 <= holder && holder < piece.ranks);
    const std::int64_t number =
        id - IdBlock::of(piece.total, holder, piece.ranks).first - piece.begin;
    if (number < 0 || number >= piece.count) return;
    write(reinterpret_cast<Value*>(piece.place[holder])[number], i);
}

template <class P, class Column>
__global__ void values(ColumnsView<P> atoms, Column column, IdPiece piece) {
    using Value = ColumnValue<P, Column>;
    with_place<Value>(atoms, piece, [&](Value& to, std::uint32_t i) {
        to = column(arrays_of(atoms, atoms.share), i);
    });
}

template <class P> __global__ void marks(AtomsView<P> atoms, IdPiece piece) {
    with_place<std::uint8_t>(atoms, piece, [](std::uint8_t& to, std::uint32_t) { to = 1; });
}

__global__ void missing_ids(const std::byte* marks, std::uint32_t count, std::uint32_t* found) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && marks[i] == std::byte{0}) *found = 1;
}

} // namespace

template <class P>
void send_column(const Stream& stream, const ColumnsView<P>& atoms, const AnyColumn& column,
                 const IdPiece& piece) {
    std::visit(
        [&](const auto& of) {
            values<P>
                <<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
                    atoms, of, piece);
        },
        column);
    check_launch("send column");
}

template <class P>
void send_id_marks(const Stream& stream, const AtomsView<P>& atoms, const IdPiece& piece) {
    marks<P><<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(atoms,
                                                                                            piece);
    check_launch("send id marks");
}

void find_missing_ids(const Stream& stream, const std::byte* marks, std::uint32_t count,
                      std::uint32_t* found) {
    if (count == 0) return;
    missing_ids<<<blocks_for(count, block_threads), block_threads, 0, stream.get()>>>(marks, count,
                                                                                      found);
    check_launch("find missing ids");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void send_column(const Stream&, const ColumnsView<P>&, const AnyColumn&,              \
                              const IdPiece&);                                                     \
    template void send_id_marks(const Stream&, const AtomsView<P>&, const IdPiece&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
