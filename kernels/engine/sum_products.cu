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
constexpr std::uint32_t atoms_of_thread = 8;
constexpr std::uint32_t atoms_of_block = block_threads * atoms_of_thread;
/// Vectors of now are read once for so many, if the sums of all types fit into shared memory: more
/// would leave a thread too few registers.
constexpr std::uint32_t most_origins_of_thread = 4;
constexpr std::size_t most_shared_bytes = std::size_t{48} << 10;

std::size_t shared_bytes(std::uint32_t origins, std::uint32_t types) {
    return std::size_t{origins} * types * sizeof(DeviceSums<1>);
}

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
__device__ void merge(const DeviceSums<1>* of_block, std::uint32_t count, DeviceSums<1>* total) {
    __syncthreads();
    for (std::uint32_t t = threadIdx.x; t < count; t += blockDim.x) {
        for (int k = 0; k < 4; ++k)
            if (of_block[t].sum[0].part[k] != 0)
                atomicAdd(&total[t].sum[0].part[k], of_block[t].sum[0].part[k]);
        if (of_block[t].saturated != 0) atomicExch(&total[t].saturated, 1);
    }
}

/// What a thread adds up of its atoms for so many origins, as long as they are of one type: ids of
/// one type mostly lie together.
template <std::uint32_t origins> class ThreadSums {
  public:
    __device__ explicit ThreadSums(std::uint32_t types) : types_(types) { clear(); }

    /// Says what type the next atom is of.
    __device__ void turn_to(std::int32_t type, DeviceSums<1>* of_block) {
        if (type == type_) return;
        MDSIM_EXPECT(type >= 0 && type < static_cast<std::int32_t>(types_));
#pragma unroll
        for (std::uint32_t k = 0; k < origins; ++k)
            if (type_ >= 0)
                add_to(of_block[k * types_ + static_cast<std::uint32_t>(type_)], sum_[k]);
        clear();
        type_ = type;
    }
    __device__ void add(std::uint32_t origin, double product) {
        sum_[origin].merge(term_of(product, fixed_scale::correlation));
    }
    /// All threads of the warp.
    __device__ void add_warp(DeviceSums<1>* of_block) const {
#pragma unroll
        for (std::uint32_t k = 0; k < origins; ++k)
            add_warp_to(of_block + k * types_, type_, sum_[k]);
    }

  private:
    __device__ void clear() {
#pragma unroll
        for (FixedSum& sum : sum_) sum = FixedSum(fixed_scale::correlation);
    }

    std::uint32_t types_;
    std::int32_t type_ = -1; // no atom yet
    FixedSum sum_[origins];
};

/// Blocks of all origins run at once, as those of a few would leave most of the GPU idle.
template <std::uint32_t origins, class Product>
__global__ void products(Product product, VectorPairs pairs, DeviceSums<1>* total) {
    extern __shared__ DeviceSums<1> of_block[]; // [origin][type]
    const std::uint32_t first_origin = blockIdx.y * origins;
    const std::uint32_t mine = min(origins, pairs.origins - first_origin);
    const Vec3<double>* const* then = pairs.then + first_origin;
    for (std::uint32_t t = threadIdx.x; t < origins * pairs.types; t += blockDim.x)
        of_block[t] = {};
    __syncthreads();
    const std::uint32_t first = blockIdx.x * atoms_of_block;
    const std::uint32_t end = min(pairs.count, first + atoms_of_block);
    ThreadSums<origins> sums(pairs.types);
    for (std::uint32_t i = first + threadIdx.x; i < end; i += block_threads) {
        const Vec3<double> now = pairs.now[i];
        sums.turn_to(pairs.type[i], of_block);
#pragma unroll
        for (std::uint32_t k = 0; k < origins; ++k)
            if (k < mine) sums.add(k, product(then[k][i], now));
    }
    sums.add_warp(of_block);
    merge(of_block, mine * pairs.types, total + std::size_t{first_origin} * pairs.types);
}

template <std::uint32_t origins>
void launch(const Stream& stream, const AnyProduct& product, const VectorPairs& pairs,
            DeviceSums<1>* sum) {
    const dim3 blocks(blocks_for(pairs.count, atoms_of_block), blocks_for(pairs.origins, origins));
    std::visit(
        [&](const auto& of) {
            products<origins>
                <<<blocks, block_threads, shared_bytes(origins, pairs.types), stream.get()>>>(
                    of, pairs, sum);
        },
        product);
    check_launch("sum products");
}

} // namespace

void sum_products(const Stream& stream, const AnyProduct& product, const VectorPairs& pairs,
                  DeviceSums<1>* sum) {
    MDSIM_EXPECT(pairs.origins <= VectorPairs::most_origins);
    if (pairs.count == 0 || pairs.origins == 0) return;
    if (shared_bytes(most_origins_of_thread, pairs.types) <= most_shared_bytes)
        launch<most_origins_of_thread>(stream, product, pairs, sum);
    else
        launch<1>(stream, product, pairs, sum);
}

} // namespace mdsim
