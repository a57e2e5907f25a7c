// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "cpu/simd/elementary_lanes.hpp"
#include "cpu/simd/level.hpp"

namespace mdsim::test {

/// EvaluateLanes of a level that this processor has.
template <class Real> struct LevelLanes {
    SimdLevel level;
    EvaluateLanes<Real> evaluate;
};

/// Those of all levels that this processor has.
template <class Real> std::vector<LevelLanes<Real>> lanes_of_levels() {
    std::vector<LevelLanes<Real>> lanes;
    const auto add = [&](SimdLevel level, auto floats, auto doubles) {
        if (!has_level(level)) return;
        if constexpr (std::is_same_v<Real, float>)
            lanes.push_back({level, floats()});
        else
            lanes.push_back({level, doubles()});
    };
    add(SimdLevel::baseline, simd::baseline::float_lanes, simd::baseline::double_lanes);
#if defined(__x86_64__)
    add(SimdLevel::avx2, simd::avx2::float_lanes, simd::avx2::double_lanes);
    add(SimdLevel::avx512, simd::avx512::float_lanes, simd::avx512::double_lanes);
#elif defined(__aarch64__)
    add(SimdLevel::neon, simd::neon::float_lanes, simd::neon::double_lanes);
#endif
    return lanes;
}

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
