// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "cpu/simd/elementary_lanes.hpp"

namespace mdsim::test {

/// Numbers of every size that a function may be given, and some that it should not. `count` is at
/// least 8.
template <class Real>
std::vector<Real> elementary_arguments(Elementary function, std::size_t count) {
    using Limits = std::numeric_limits<Real>;
    std::mt19937_64 bits(static_cast<std::uint64_t>(function) + 1);
    std::vector<Real> x(count);
    const bool positive = function == Elementary::logarithm || function == Elementary::power;
    const bool angle = function == Elementary::sine || function == Elementary::cosine;
    for (std::size_t i = 0; i < count; ++i) {
        const double even = static_cast<double>(bits() >> 11) * 0x1p-52 - 1;
        const double reach = i % 3 == 0 ? 1 : i % 3 == 1 ? 100 : 1000;
        const double spread = exponential(even * (sizeof(Real) == 4 ? 85 : 700));
        const double wanted = positive ? (i % 2 == 0 ? spread : 1 + 0.6 * even) : even * reach;
        x[i] = static_cast<Real>(wanted);
    }
    x[0] = Real(0);
    x[1] = Real(1);
    x[2] = Limits::min();
    if (angle) return x;
    x[3] = Limits::max();
    x[4] = Limits::infinity();
    if (positive) return x;
    x[5] = -Real(0);
    x[6] = -Limits::max();
    x[7] = -Limits::infinity();
    return x;
}

} // namespace mdsim::test
