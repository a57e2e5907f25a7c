// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/hit_words.cuh"

namespace mdsim {

/// Where there is one type, its range is in the limit already.
struct OneRange {
    __device__ void add(std::uint32_t, TestSums (&)[2]) const {}
};

/// Adds minus the squared range that belongs to the types of both atoms: a row of ranges times a
/// column that is 1 at the slot's type, eight types at a time.
template <class Real> struct RangeOfTypes {
    static constexpr std::uint32_t types_at_once = 8;

    const Real* range2; ///< [type][type][length^2], negative where the law does not act
    std::uint32_t types;
    std::uint32_t own_type;
    float scale2;
    const std::uint16_t* type; ///< of the slots, by places

    /// For the slot at a place, which is the lane's column of a test.
    __device__ void add(std::uint32_t place, TestSums (&d)[2]) const {
        const std::uint32_t q = threadIdx.x % 4;
        const std::uint32_t other = type[place];
        for (std::uint32_t first = 0; first < types; first += types_at_once) {
            const std::uint32_t column = other - first;
            const std::uint32_t one = column % 2 == 0 ? 0x00003c00u : 0x3c000000u;
            const std::uint32_t b = column / 2 == q ? one : 0;
            std::uint32_t a[2][2];
            rows(first + 2 * q, a);
            add_products(a[0], b, d[0]);
            add_products(a[1], b, d[1]);
        }
    }

  private:
    /// Minus the ranges of types `t` and t + 1 for the quad's four atoms.
    __device__ void rows(std::uint32_t t, std::uint32_t (&a)[2][2]) const {
        const std::uint32_t lane = threadIdx.x % warp_lanes;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const std::uint32_t row =
                __shfl_sync(all_lanes, own_type, static_cast<int>(lane / 4 * 4) + i) * types;
            const std::uint32_t high = t + 1 < types ? minus_range(row + t + 1) : 0;
            a[i % 2][i / 2] = (t < types ? minus_range(row + t) : 0) | high << 16;
        }
    }

    /// As a half, rounded so that no pair is lost.
    __device__ std::uint32_t minus_range(std::uint32_t k) const {
        const auto r2 = static_cast<float>(range2[k]);
        return __half_as_ushort(r2 > 0 ? __float2half_rd(-r2 * scale2) : __float2half_rn(beyond2));
    }
};

} // namespace mdsim
