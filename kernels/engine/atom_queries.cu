// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/atom_queries.hpp"

#include <variant>

#include "core/contract.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/state/atom_arrays.cuh"

namespace mdsim {

namespace {

constexpr int block_threads = 256;

template <class P> __global__ void index(AtomsView<P> atoms, LocalIndex* place) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const ParticleId id = atoms.id[i];
    if (0 <= id && id < atoms.control->owned) place[id] = i;
}

__global__ void find_missing(const LocalIndex* place, std::uint32_t count, std::uint32_t* missing) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && place[i] == no_atom) *missing = 1;
}

template <class P, class Column>
__global__ void gather(ColumnsView<P> atoms, const LocalIndex* place, std::uint32_t count,
                       Column column, ColumnValue<P, Column>* to) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    MDSIM_EXPECT(place[i] < atoms.control->owned);
    to[i] = column(arrays_of(atoms, atoms.share), place[i]);
}

template <class P>
__global__ void crossed(AtomsView<P> atoms, Vec3<std::int32_t> open, std::uint32_t* found) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const Vec3<std::int32_t> image = column::Image{}(arrays_of(atoms), i);
    if (open.x * image.x != 0 || open.y * image.y != 0 || open.z * image.z != 0) *found = 1;
}

} // namespace

template <class P>
void index_atoms(const Stream& stream, const AtomsView<P>& atoms, LocalIndex* place) {
    MDSIM_EXPECT(place != nullptr);
    index<P><<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(atoms,
                                                                                            place);
    check_launch("index");
}

template <class P>
void index_some_atoms(const Stream& stream, const AtomsView<P>& atoms, LocalIndex* place,
                      std::uint32_t* missing) {
    MDSIM_EXPECT(place != nullptr && missing != nullptr);
    check_cuda(cudaMemsetAsync(place, 0xff, atoms.capacity * sizeof(LocalIndex), stream.get()),
               "clearing memory");
    index_atoms(stream, atoms, place);
    find_missing<<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
        place, atoms.capacity, missing);
    check_launch("find_missing");
}

template <class P>
void gather_column(const Stream& stream, const ColumnsView<P>& atoms, const LocalIndex* place,
                   std::uint32_t count, const AnyColumn& column, void* to) {
    MDSIM_EXPECT(place != nullptr && to != nullptr && count <= atoms.capacity);
    std::visit(
        [&](const auto& of) {
            using Column = std::decay_t<decltype(of)>;
            gather<P, Column><<<blocks_for(count, block_threads), block_threads, 0, stream.get()>>>(
                atoms, place, count, of, static_cast<ColumnValue<P, Column>*>(to));
        },
        column);
    check_launch("gather");
}

template <class P>
void find_crossed(const Stream& stream, const AtomsView<P>& atoms, const std::array<bool, 3>& open,
                  std::uint32_t* found) {
    crossed<P><<<blocks_for(atoms.capacity, block_threads), block_threads, 0, stream.get()>>>(
        atoms, {open[0] ? 1 : 0, open[1] ? 1 : 0, open[2] ? 1 : 0}, found);
    check_launch("crossed");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void index_atoms(const Stream&, const AtomsView<P>&, LocalIndex*);                    \
    template void index_some_atoms(const Stream&, const AtomsView<P>&, LocalIndex*,                \
                                   std::uint32_t*);                                                \
    template void gather_column(const Stream&, const ColumnsView<P>&, const LocalIndex*,           \
                                std::uint32_t, const AnyColumn&, void*);                           \
    template void find_crossed(const Stream&, const AtomsView<P>&, const std::array<bool, 3>&,     \
                               std::uint32_t*);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
