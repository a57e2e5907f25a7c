// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/descend.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/raise_to.cuh"

namespace mdsim {

namespace {

template <class Real> __device__ Vec3<double> in_double(const Vec4<Real>& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

template <class P> __device__ Vec3<double> force_on(const AtomsView<P>& atoms, std::uint32_t i) {
    return in_double(atoms.force(atoms.control->position_buffer)[i]);
}

__device__ void merge_over_warp(DescentSizes& sizes) {
    for (int step = 16; step > 0; step /= 2) {
        DescentSizes other;
        other.force2 = __shfl_xor_sync(all_lanes, sizes.force2, step);
        other.velocity2 = __shfl_xor_sync(all_lanes, sizes.velocity2, step);
        other.acceleration2 = __shfl_xor_sync(all_lanes, sizes.acceleration2, step);
        sizes.merge(other);
    }
}

template <class P>
__global__ void find_sizes(AtomsView<P> atoms, MotionView<P> view, DescentSizes* sizes) {
    DescentSizes mine;
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const auto type =
            view.types > 1 ? pick(atoms.site, atoms.control->position_buffer)[i].type : 0;
        mine.add(force_on(atoms, i), in_double(atoms.velocity[i]),
                 static_cast<double>(view.inverse_mass[type]));
    }
    merge_over_warp(mine);
    if (threadIdx.x % 32 != 0) return;
    raise_to(&sizes->force2, mine.force2);
    raise_to(&sizes->velocity2, mine.velocity2);
    raise_to(&sizes->acceleration2, mine.acceleration2);
}

template <class P>
__global__ void sum_terms(AtomsView<P> atoms, DescentUnits units,
                          DeviceSums<descent_sum_count>* sums) {
    __shared__ FixedSum::Words shared[block_threads / 32][descent_sum_count];
    DescentSums mine;
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads)
        mine.add(force_on(atoms, i), in_double(atoms.velocity[i]), units);
    const FixedSum terms[descent_sum_count] = {mine.power, mine.velocity2, mine.force2};
    add_block(terms, shared, *sums);
}

template <class P> __global__ void turn_all(AtomsView<P> atoms, FireTurn turn) {
    using Real = typename P::Real;
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms.control->owned) return;
    const Vec3<double> v = turned_velocity(in_double(atoms.velocity[i]), force_on(atoms, i), turn);
    atoms.velocity[i] = {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z),
                         Real(0)};
}

template <class P> unsigned blocks_of(const AtomsView<P>& atoms) {
    return blocks_for(atoms.capacity, block_threads);
}

} // namespace

template <class P>
void find_descent_sizes(const Stream& stream, const AtomsView<P>& atoms, const MotionView<P>& view,
                        DescentSizes* sizes) {
    MDSIM_EXPECT(sizes != nullptr);
    const unsigned blocks = std::min(blocks_of(atoms), summing_blocks);
    find_sizes<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, view, sizes);
    check_launch("find_sizes");
}

template <class P>
void sum_descent(const Stream& stream, const AtomsView<P>& atoms, const DescentUnits& units,
                 DeviceSums<descent_sum_count>* sums) {
    MDSIM_EXPECT(sums != nullptr && units.force > 0 && units.velocity > 0);
    const unsigned blocks = std::min(blocks_of(atoms), summing_blocks);
    sum_terms<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, units, sums);
    check_launch("sum_terms");
}

template <class P>
void turn_atoms(const Stream& stream, const AtomsView<P>& atoms, const FireTurn& turn) {
    turn_all<P><<<blocks_of(atoms), block_threads, 0, stream.get()>>>(atoms, turn);
    check_launch("turn_all");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void find_descent_sizes(const Stream&, const AtomsView<P>&, const MotionView<P>&,     \
                                     DescentSizes*);                                               \
    template void sum_descent(const Stream&, const AtomsView<P>&, const DescentUnits&,             \
                              DeviceSums<descent_sum_count>*);                                     \
    template void turn_atoms(const Stream&, const AtomsView<P>&, const FireTurn&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
