// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "cpu/simd/elementary_lanes.hpp"
#include "cpu/simd/level.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The levels that this processor can run.
template <class Real> std::vector<EvaluateLanes<Real>> all_lanes() {
    constexpr bool single = std::is_same_v<Real, float>;
    std::vector<EvaluateLanes<Real>> lanes;
    const auto add = [&](auto floats, auto doubles) {
        if constexpr (single)
            lanes.push_back(floats());
        else
            lanes.push_back(doubles());
    };
    add(simd::baseline::float_lanes, simd::baseline::double_lanes);
#if defined(__x86_64__)
    if (has_level(SimdLevel::avx2)) add(simd::avx2::float_lanes, simd::avx2::double_lanes);
    if (has_level(SimdLevel::avx512)) add(simd::avx512::float_lanes, simd::avx512::double_lanes);
#endif
    return lanes;
}

/// Numbers of every size that a function may be given, and some that it should not.
template <class Real> std::vector<Real> arguments(Elementary function, std::size_t count) {
    using Limits = std::numeric_limits<Real>;
    std::mt19937_64 bits(static_cast<std::uint64_t>(function) + 1);
    std::vector<Real> x(count);
    const bool positive = function == Elementary::logarithm || function == Elementary::power;
    const bool angle = function == Elementary::sine || function == Elementary::cosine;
    for (std::size_t i = 0; i < count; ++i) {
        const double even = static_cast<double>(bits() >> 11) * 0x1p-52 - 1;
        const double reach = i % 3 == 0 ? 1 : i % 3 == 1 ? 100 : 1000;
        const double spread = std::exp(even * (sizeof(Real) == 4 ? 85 : 700));
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

} // namespace

TEMPLATE_TEST_CASE("elementary functions of packs have the bits of those of numbers",
                   "[simd][math]", float, double) {
    using Real = TestType;
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr std::size_t count = 1024 * lanes_padding;
    for (int k = 0; k < elementary_count; ++k) {
        const auto function = static_cast<Elementary>(k);
        const std::vector<Real> x = arguments<Real>(function, count);
        const std::vector<Real> y = arguments<Real>(Elementary::exponential, count);
        for (const EvaluateLanes<Real> lanes : all_lanes<Real>()) {
            std::vector<Real> found(count);
            lanes(function, x.data(), y.data(), found.data(), count);
            int differing = 0;
            for (std::size_t i = 0; i < count; ++i)
                differing += std::bit_cast<Bits>(found[i]) !=
                             std::bit_cast<Bits>(evaluate(function, x[i], y[i]));
            INFO("function " << k);
            CHECK(differing == 0);
        }
    }
}
