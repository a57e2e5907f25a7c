// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/shared_window.cuh"

namespace mdsim {

/// What tensor cores add up for one lane: halves, of two atoms for two slots each.
struct TestSums {
    std::uint32_t of_atom[2];
};

/// D = A B on tensor cores; A holds 16 atoms, B 8 slots, 16 products are added for each pair.
__device__ inline TestSums sum_products(const std::uint32_t (&a)[4], std::uint32_t b0,
                                        std::uint32_t b1) {
    TestSums d;
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
        "{%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%8};"
        : "=r"(d.of_atom[0]), "=r"(d.of_atom[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(0));
    return d;
}

/// Adds 8 products for each pair.
__device__ inline void add_products(const std::uint32_t (&a)[2], std::uint32_t b, TestSums& d) {
    asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
        : "+r"(d.of_atom[0]), "+r"(d.of_atom[1])
        : "r"(a[0]), "r"(a[1]), "r"(b));
}

/// What the atom of a lane is tested with.
struct TestAtom {
    Vec3<float> r;      ///< from the centre, scaled
    float excess;       ///< r^2 - range^2 less what rounding takes, scaled; large for no atom
    std::uint32_t type; ///< its row of ranges
};

/// A half in both places of a word.
__device__ inline std::uint32_t twice(std::uint32_t half) { return (half & 0xffffu) | half << 16; }

/// The 32 atoms of a warp as two operands of tensor cores; lane 4 g + q has the atom of operand q
/// modulo 2, row g + 8 (q / 2).
///
/// r_j^2 - 2 r_i r_j + (r_i^2 - range^2) < 0 for neighbours, with numbers as sums of two halves:
/// three lanes of four hold a coordinate of -2 r_i, to be multiplied with both halves of r_j, the
/// fourth the factor 1 of r_j^2 and the excess, of which the slot's factor is 1. Sums of eight
/// products are exact but for their rounding to a half (Fasi et al. 2021,
/// doi:10.7717/peerj-cs.330).
struct TestOperands {
    static constexpr std::uint32_t ones = 0x3c003c00u;

    std::uint32_t a[2][4];
    bool fourth;

    __device__ explicit TestOperands(const TestAtom& mine) {
        const std::uint32_t lane = threadIdx.x % warp_lanes;
        const std::uint32_t q = lane % 4;
        fourth = q == 3;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int from = static_cast<int>(lane - q) + i;
            const float x = __shfl_sync(all_lanes, mine.r.x, from);
            const float y = __shfl_sync(all_lanes, mine.r.y, from);
            const float z = __shfl_sync(all_lanes, mine.r.z, from);
            const float excess = __shfl_sync(all_lanes, mine.excess, from);
            const float factor = q == 0 ? -2 * x : (q == 1 ? -2 * y : -2 * z);
            const std::uint32_t halves = split(fourth ? excess : factor);
            a[i % 2][i / 2] = fourth ? ones : twice(halves);
            a[i % 2][i / 2 + 2] = fourth ? halves : twice(halves >> 16);
        }
    }

    /// The test of both operands against 8 slots, of which the lane has a word.
    __device__ void test(std::uint32_t b, TestSums (&d)[2]) const {
        const std::uint32_t b1 = fourth ? ones : b;
        d[0] = sum_products(a[0], b, b1);
        d[1] = sum_products(a[1], b, b1);
    }
};

/// Numbers of a slot that lanes read one by one.
inline constexpr std::uint32_t point_numbers = sizeof(SplitPoint) / sizeof(std::uint32_t);

/// Which number of the window's points a lane reads for the first test of a word; those of the
/// other tests belong to the slots that follow.
__device__ inline std::uint32_t number_of_word(std::uint32_t word) {
    const std::uint32_t column = threadIdx.x % warp_lanes / 4;
    const std::uint32_t place = SharedWindow::place(column / 2 * 8 + column % 2 * 4);
    return (word * SharedWindow::place(word_ranks) + place) * point_numbers + threadIdx.x % 4;
}

/// From the number of one word to that of the next.
inline constexpr std::uint32_t word_numbers = SharedWindow::place(word_ranks) * point_numbers;

/// Brings the bits of an atom, of which each of four lanes has a byte, to the lane of the atom.
__device__ inline std::uint32_t join_bytes(std::uint32_t bytes) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const std::uint32_t near = __shfl_xor_sync(all_lanes, bytes, 1);
    bytes = __byte_perm(bytes, near, lane & 1u ? 0x3715 : 0x6240);
    const std::uint32_t far = __shfl_xor_sync(all_lanes, bytes, 2);
    return __byte_perm(bytes, far, lane & 2u ? 0x3276 : 0x5410);
}

/// The signs of four sums, each in all bits of a byte: two slots of the first atom, two of the
/// second.
__device__ inline std::uint32_t spread_signs(const TestSums& d) {
    std::uint32_t signs;
    asm("prmt.b32 %0, %1, %2, 0xfdb9;" : "=r"(signs) : "r"(d.of_atom[0]), "r"(d.of_atom[1]));
    return signs;
}

/// The tests of one word: 32 atoms against 32 ranks of a class.
struct WordSums {
    TestSums test[4][2];
};

/// Begins the tests of the word that `number` belongs to. `ranges` adds what depends on types.
template <class Ranges>
__device__ WordSums test_word(const TestOperands& atoms, const SharedWindow& window,
                              std::uint32_t number, const Ranges& ranges) {
    const std::uint32_t* mine = &window.point->x + number;
    WordSums sums;
#pragma unroll
    for (std::uint32_t test = 0; test < 4; ++test) {
        atoms.test(mine[test * point_numbers], sums.test[test]);
        ranges.add(number / point_numbers + test, sums.test[test]);
    }
    return sums;
}

/// The bits of a lane's atom: whether slots are neighbours. Bit b belongs to rank
/// b ^ flipped_bit().
__device__ inline std::uint32_t neighbor_mask(const WordSums& sums) {
    // Slots of even columns go to the lower four bits of a byte for the first operand, to the
    // upper four for the second, so that both fit.
    std::uint32_t first = 0;
    std::uint32_t second = 0;
#pragma unroll
    for (std::uint32_t test = 0; test < 4; ++test) {
        first |= spread_signs(sums.test[test][0]) & 0x10011001u << test;
        second |= spread_signs(sums.test[test][1]) & 0x01100110u << test;
    }
    constexpr std::uint32_t lower = 0x0f0f0f0fu;
    const std::uint32_t bits = first | second;
    const std::uint32_t swapped = __byte_perm(bits, bits, 0x2301);
    return join_bytes((bits & lower) | (swapped & ~lower));
}

/// What turns the place of a bit of this lane into a rank.
__device__ inline std::uint32_t flipped_bit() { return threadIdx.x % 2 * 4; }

} // namespace mdsim
