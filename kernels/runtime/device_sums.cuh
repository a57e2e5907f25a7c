// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/warp.cuh"

namespace mdsim {

/// What FixedSum::add makes of a number, by the instruction that rounds and converts at once.
__device__ inline FixedSum term_of(double value, FixedScale scale) {
    const double scaled = value * power_of_two<double>(scale.bits);
    if (!(fabs(scaled) < 0x1p63)) {
        FixedSum sum(scale);
        sum.add(value);
        return sum;
    }
    const long long word = __double2ll_rn(scaled); // halves to even, as add() rounds
    return FixedSum::from_words(
        scale, {static_cast<std::uint64_t>(word), word < 0 ? ~std::uint64_t{0} : std::uint64_t{0}},
        false);
}

__device__ inline FixedSum::Words add_words(const FixedSum::Words& a, const FixedSum::Words& b) {
    const std::uint64_t low = a.low + b.low;
    return {low, a.high + b.high + (low < a.low ? 1 : 0)};
}

/// The sum over the lanes of a warp.
__device__ inline FixedSum::Words warp_sum(FixedSum::Words value) {
    for (int step = 16; step > 0; step /= 2) {
        const FixedSum::Words other{__shfl_xor_sync(all_lanes, value.low, step),
                                    __shfl_xor_sync(all_lanes, value.high, step)};
        value = add_words(value, other);
    }
    return value;
}

/// Whether 32 such terms add up to a number of 64 bits.
__device__ inline bool is_small(const FixedSum::Words& term) {
    constexpr std::int64_t limit = std::int64_t{1} << 58;
    const auto low = static_cast<std::int64_t>(term.low);
    return term.high == (low < 0 ? ~std::uint64_t{0} : 0) && low >= -limit && low < limit;
}

inline constexpr int numbers_at_once = 8;

/// Sums of eight numbers over the lanes of a warp: lane l gets that of number l / 4. Lanes exchange
/// halves of what they have left, which takes a third of what sums one by one take.
__device__ inline std::int64_t warp_sums(std::int64_t (&term)[numbers_at_once]) {
    const unsigned lane = threadIdx.x % 32;
    const auto exchanged = [](std::int64_t value, int step) {
        return static_cast<std::int64_t>(
            __shfl_xor_sync(all_lanes, static_cast<long long>(value), step));
    };
    int step = 16;
#pragma unroll
    for (int half = numbers_at_once / 2; half > 0; half /= 2, step /= 2) {
        const bool upper = (lane & static_cast<unsigned>(step)) != 0;
#pragma unroll
        for (int k = 0; k < half; ++k) {
            const std::int64_t given = upper ? term[k] : term[k + half];
            term[k] = (upper ? term[k + half] : term[k]) + exchanged(given, step);
        }
    }
#pragma unroll
    for (; step > 0; step /= 2) term[0] += exchanged(term[0], step);
    return term[0];
}

/// Adds up `count` terms of the threads of a warp. All threads.
template <int count> __device__ void add_warp(const FixedSum* term, FixedSum::Words* to) {
    static_assert(count <= numbers_at_once);
    const unsigned lane = threadIdx.x % 32;
    bool small = true;
    std::int64_t number[numbers_at_once] = {};
#pragma unroll
    for (int k = 0; k < count; ++k) {
        const FixedSum::Words words = term[k].words();
        small = small && is_small(words);
        number[k] = static_cast<std::int64_t>(words.low);
    }
    if (__all_sync(all_lanes, small)) {
        const std::int64_t sum = warp_sums(number);
        if (lane % 4 == 0 && lane / 4 < unsigned{count})
            to[lane / 4] = {static_cast<std::uint64_t>(sum),
                            sum < 0 ? ~std::uint64_t{0} : std::uint64_t{0}};
        return;
    }
#pragma unroll
    for (int k = 0; k < count; ++k) {
        const FixedSum::Words words = warp_sum(term[k].words());
        if (lane == 0) to[k] = words;
    }
}

/// The same for any count: those of the kinetic tensor are small, the momenta behind them are not.
template <int count>
__device__ void add_warp(const FixedSum (&term)[count], FixedSum::Words (&to)[count]) {
    constexpr int first = count <= numbers_at_once ? count : 6;
    add_warp<first>(&term[0], &to[0]);
    if constexpr (first < count) add_warp<count - first>(&term[first], &to[first]);
}

/// Adds one of the parts of a term to that of a sum.
__device__ inline void add_part(DeviceSum& sum, const FixedSum::Words& term, unsigned part) {
    const std::uint64_t half = part < 2 ? term.low : term.high;
    atomicAdd(&sum.part[part], part % 2 == 0 ? half & 0xffffffffu : half >> 32);
}

__device__ inline void add_to(DeviceSum& sum, const FixedSum::Words& term) {
    for (unsigned part = 0; part < sum_parts; ++part) add_part(sum, term, part);
}

/// Adds the terms of all threads of a block to sums in global memory, to(k) the one of number k.
/// `shared` holds the words of each warp. All threads.
template <int count, class To>
__device__ void add_block(const FixedSum (&term)[count], FixedSum::Words (*shared)[count],
                          const To& to, int& flag) {
    MDSIM_EXPECT(blockDim.x % 32 == 0);
    const unsigned warp = threadIdx.x / 32;
    bool saturated = false;
    for (int k = 0; k < count; ++k) saturated = saturated || term[k].saturated();
    add_warp(term, shared[warp]);
    if (__any_sync(all_lanes, saturated) && threadIdx.x % 32 == 0) atomicExch(&flag, 1);
    __syncthreads();
    // All blocks queue for these words: neighbouring threads add to neighbouring ones, which the L2
    // cache takes at once.
    for (unsigned k = threadIdx.x; k < sum_parts * count; k += blockDim.x) {
        FixedSum::Words total{0, 0};
        for (unsigned w = 0; w < blockDim.x / 32; ++w)
            total = add_words(total, shared[w][k / sum_parts]);
        add_part(to(static_cast<int>(k / sum_parts)), total, k % sum_parts);
    }
}
template <int count>
__device__ void add_block(const FixedSum (&term)[count], FixedSum::Words (*shared)[count],
                          DeviceSums<count>& sums) {
    add_block(
        term, shared, [&](int k) -> DeviceSum& { return sums.sum[k]; }, sums.saturated);
}

/// The sum over the lanes of a warp, mostly of small terms.
__device__ inline FixedSum::Words warp_sum_of_small(const FixedSum::Words& value) {
    if (!__all_sync(all_lanes, is_small(value))) return warp_sum(value);
    auto sum = static_cast<long long>(value.low);
#pragma unroll
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all_lanes, sum, step);
    return {static_cast<std::uint64_t>(sum), sum < 0 ? ~std::uint64_t{0} : std::uint64_t{0}};
}

/// A sum in global memory, with its flag.
struct SumPlace {
    DeviceSum& sum;
    int& saturated;
};

/// Adds up `count` numbers of `atoms` atoms, each by one warp of the block: term(k, atom) is what
/// an atom adds to number k, and to(k) the SumPlace of that. All threads.
template <int count, class Term, class To>
__device__ void add_each_by_warp(std::uint32_t atoms, const Term& term, const To& to) {
    MDSIM_EXPECT(blockDim.x % 32 == 0);
    __shared__ FixedSum::Words total[count];
    const unsigned lane = threadIdx.x % 32;
    for (unsigned k = threadIdx.x / 32; k < count; k += blockDim.x / 32) {
        FixedSum::Words sum{0, 0};
        bool saturated = false;
        for (std::uint32_t atom = lane; atom < atoms; atom += 32) {
            const FixedSum added = term(static_cast<int>(k), atom);
            sum = add_words(sum, added.words());
            saturated = saturated || added.saturated();
        }
        sum = warp_sum_of_small(sum);
        if (lane == 0) total[k] = sum;
        if (__any_sync(all_lanes, saturated) && lane == 0)
            atomicExch(&to(static_cast<int>(k)).saturated, 1);
    }
    __syncthreads();
    // As in add_block().
    for (unsigned k = threadIdx.x; k < sum_parts * count; k += blockDim.x)
        add_part(to(static_cast<int>(k / sum_parts)).sum, total[k / sum_parts], k % sum_parts);
}

} // namespace mdsim
