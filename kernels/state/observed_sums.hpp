// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"

namespace mdsim {

/// Energy, then the virial as xx, yy, zz, xy, xz, yz, then the atoms beyond the densities of their
/// functional.
inline constexpr int pair_sums = 8;
inline constexpr int beyond_sum = 7;

/// The kinetic tensor as xx, yy, zz, xy, xz, yz, then the momentum.
inline constexpr int kinetic_sum_count = 9;

/// What is summed at a step that is observed, or that a barostat acts by.
struct ObservedSums {
    DeviceSums<pair_sums> pair;
    DeviceSums<kinetic_sum_count> kinetic;
};

/// Where the sums go that a barostat acts by, mostly the diagonals of both tensors; null where
/// there is none.
struct PressureSums {
    DeviceSums<pair_sums>* pair = nullptr;
    DeviceSums<kinetic_sum_count>* kinetic = nullptr;
};

} // namespace mdsim
