// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

} // namespace mdsim::test
