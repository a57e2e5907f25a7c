// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/neighbor_masks.cuh"

namespace mdsim {

/// Where there is one type, its range is in the limit already.
struct OneRange {
    __device__ void add(std::uint32_t, TestSums (&)[2]) const {}
};

/// Adds minus the squared range that belongs to the types of both atoms: a row of ranges times a
/// column that is 1 at the slot's type, eight types at a time.
template <class Real> class RangeOfTypes {
  public:
    /// `range2` is [type][type][length^2], negative where the potential does not act; `slot_type`
    /// that of the slots, by places.
    __device__ RangeOfTypes(const Real* range2, std::uint32_t types, std::uint32_t own_type,
                            float scale2, const std::uint16_t* slot_type)
        : range2_(range2), types_(types), own_type_(own_type), scale2_(scale2),
          slot_type_(slot_type) {
        load_rows(0, first_rows_);
    }

    /// For the slot at a place, which is the lane's column of a test.
    __device__ void add(std::uint32_t place, TestSums (&d)[2]) const {
        const std::uint32_t other = slot_type_[place];
        add_eight(other, first_rows_, d);
        for (std::uint32_t first = types_at_once; first < types_; first += types_at_once) {
            std::uint32_t rows[2][2];
            load_rows(first, rows);
            add_eight(other - first, rows, d);
        }
    }

  private:
    static constexpr std::uint32_t types_at_once = 8;

    __device__ static void add_eight(std::uint32_t column, const std::uint32_t (&rows)[2][2],
                                     TestSums (&d)[2]) {
        const std::uint32_t one = column % 2 == 0 ? 0x00003c00u : 0x3c000000u;
        const std::uint32_t b = column / 2 == threadIdx.x % 4 ? one : 0;
        add_products(rows[0], b, d[0]);
        add_products(rows[1], b, d[1]);
    }

    /// Minus the ranges of two of the types from `first` on, for the quad's four atoms.
    __device__ void load_rows(std::uint32_t first, std::uint32_t (&rows)[2][2]) const {
        const std::uint32_t t = first + 2 * (threadIdx.x % 4);
        const int quad = static_cast<int>(threadIdx.x % warp_lanes / 4 * 4);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const std::uint32_t row = __shfl_sync(all_lanes, own_type_, quad + i) * types_;
            rows[i % 2][i / 2] = (t < types_ ? minus_range(row + t) : 0) |
                                 (t + 1 < types_ ? minus_range(row + t + 1) : 0) << 16;
        }
    }

    /// As a half, rounded so that no pair is lost.
    __device__ std::uint32_t minus_range(std::uint32_t k) const {
        const auto r2 = static_cast<float>(range2_[k]);
        return __half_as_ushort(r2 > 0 ? __float2half_rd(-r2 * scale2_) : __float2half_rn(beyond2));
    }

    const Real* range2_;
    std::uint32_t types_;
    std::uint32_t own_type_;
    float scale2_;
    const std::uint16_t* slot_type_;
    std::uint32_t first_rows_[2][2];
};

} // namespace mdsim
