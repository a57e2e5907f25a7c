// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/sum_products.hpp"

#include <variant>

#include "core/contract.hpp"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

constexpr std::uint32_t block_threads = 256;
/// So many that what a block adds to global memory takes little beside what it reads.
constexpr std::uint32_t atoms_of_thread = 16;
constexpr std::uint32_t atoms_of_block = block_threads * atoms_of_thread;

__device__ void add_to(DeviceSums<1>& sums, const FixedSum& term) {
    add_to(sums.sum[0], term.words());
    if (term.saturated()) atomicExch(&sums.saturated, 1);
}

/// Adds the terms of a warp, mostly of one type, to the sums of its block; those of type -1 are no
/// terms. All threads of the warp.
__device__ void add_warp_to(DeviceSums<1>* of_block, std::int32_t type, const FixedSum& sum) {
    if (__any_sync(all_lanes, type != __shfl_sync(all_lanes, type, 0))) {
        if (type >= 0) add_to(of_block[type], sum);
        return;
    }
    if (type < 0) return;
    // Lanes that add to the same words in shared memory queue for them.
    const FixedSum::Words words = warp_sum_of_small(sum.words());
    if (threadIdx.x % 32 == 0) add_to(of_block[type].sum[0], words);
    if (sum.saturated()) atomicExch(&of_block[type].saturated, 1);
}

/// Adds the sums of a block to those of all; all threads.
__device__ void merge(const DeviceSums<1>* of_block, std::uint32_t types, DeviceSums<1>* total) {
    __syncthreads();
    for (std::uint32_t t = threadIdx.x; t < types; t += blockDim.x) {
        for (int k = 0; k < 4; ++k)
            if (of_block[t].sum[0].part[k] != 0)
                atomicAdd(&total[t].sum[0].part[k], of_block[t].sum[0].part[k]);
        if (of_block[t].saturated != 0) atomicExch(&total[t].saturated, 1);
    }
}

/// A thread adds up its atoms as long as they are of one type; ids of one type mostly lie together.
/// Blocks of all origins run at once, as those of one would leave most of the GPU idle.
template <class Product>
__global__ void products(Product product, VectorPairs pairs, DeviceSums<1>* total) {
    extern __shared__ DeviceSums<1> of_block[]; // [type]
    const Vec3<double>* then = pairs.then[blockIdx.y];
    for (std::uint32_t t = threadIdx.x; t < pairs.types; t += blockDim.x) of_block[t] = {};
    __syncthreads();
    const std::uint32_t first = blockIdx.x * atoms_of_block;
    const std::uint32_t end = min(pairs.count, first + atoms_of_block);
    std::int32_t type = -1;
    FixedSum sum(fixed_scale::correlation);
    for (std::uint32_t i = first + threadIdx.x; i < end; i += block_threads) {
        if (pairs.type[i] != type) {
            if (type >= 0) add_to(of_block[type], sum);
            type = pairs.type[i];
            MDSIM_EXPECT(type >= 0 && type < static_cast<std::int32_t>(pairs.types));
            sum = FixedSum(fixed_scale::correlation);
        }
        sum.merge(term_of(product(then[i], pairs.now[i]), fixed_scale::correlation));
    }
    add_warp_to(of_block, type, sum);
    merge(of_block, pairs.types, total + std::size_t{blockIdx.y} * pairs.types);
}

} // namespace

void sum_products(const Stream& stream, const AnyProduct& product, const VectorPairs& pairs,
                  DeviceSums<1>* sum) {
    MDSIM_EXPECT(pairs.origins <= VectorPairs::most_origins);
    if (pairs.count == 0 || pairs.origins == 0) return;
    const dim3 blocks(blocks_for(pairs.count, atoms_of_block), pairs.origins);
    std::visit(
        [&](const auto& of) {
            products<<<blocks, block_threads, pairs.types * sizeof(DeviceSums<1>), stream.get()>>>(
                of, pairs, sum);
        },
        product);
    check_launch("sum products");
}

} // namespace mdsim
