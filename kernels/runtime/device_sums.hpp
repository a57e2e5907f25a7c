// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/fixed_sum.hpp"

namespace mdsim {

inline constexpr unsigned sum_parts = 4;

/// A sum over the whole system in the memory of the device: the four 32-bit parts of 128-bit terms,
/// each added up in 64 bits, so that atomics can carry it. Up to 2^32 terms.
struct DeviceSum {
    unsigned long long part[sum_parts];

    /// What was added, modulo 2^128.
    MDSIM_HD FixedSum::Words words() const {
        FixedSum::Words sum{0, 0};
        for (int k = 3; k >= 0; --k) {
            const std::uint64_t high = sum.high << 32 | sum.low >> 32;
            const std::uint64_t low = sum.low << 32;
            sum.low = low + part[k];
            sum.high = high + (sum.low < low ? 1 : 0);
        }
        return sum;
    }
};

/// Several sums over the system, in one scale each, with a common flag.
template <int count> struct DeviceSums {
    DeviceSum sum[count];
    int saturated;
};

} // namespace mdsim
