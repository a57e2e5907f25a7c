// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/elementary.hpp"

namespace mdsim::test {

/// What is compared lane by lane.
enum class Elementary {
    exponential,
    logarithm,
    power,
    whole_power,
    error_complement,
    gaussian,
    sine,
    cosine
};
inline constexpr int elementary_count = 8;

/// One of them for x, and for y where it takes two arguments.
template <class Real> MDSIM_HD Real evaluate(Elementary function, Real x, Real y) {
    switch (function) {
    case Elementary::exponential:
        return exponential(x);
    case Elementary::logarithm:
        return logarithm(x);
    case Elementary::power:
        return power(x, y);
    case Elementary::whole_power:
        return power(x, 13);
    case Elementary::error_complement:
        return error_complement(x);
    case Elementary::gaussian:
        return error_complement_and_gaussian(x).gaussian;
    case Elementary::sine:
        return sine_cosine_of_turns(x).sine;
    case Elementary::cosine:
        return sine_cosine_of_turns(x).cosine;
    }
    return x;
}

/// As many numbers as all packs can be filled with.
inline constexpr std::size_t lanes_padding = 16;

/// Evaluates a function for `count` numbers, a multiple of lanes_padding, in packs.
template <class Real>
using EvaluateLanes = void (*)(Elementary function, const Real* x, const Real* y, Real* out,
                               std::size_t count);

} // namespace mdsim::test

namespace mdsim::simd {

/// Those of the packs of each level.
namespace baseline {
test::EvaluateLanes<float> float_lanes();
test::EvaluateLanes<double> double_lanes();
} // namespace baseline
namespace avx2 {
test::EvaluateLanes<float> float_lanes();
test::EvaluateLanes<double> double_lanes();
} // namespace avx2
namespace avx512 {
test::EvaluateLanes<float> float_lanes();
test::EvaluateLanes<double> double_lanes();
} // namespace avx512
namespace neon {
test::EvaluateLanes<float> float_lanes();
test::EvaluateLanes<double> double_lanes();
} // namespace neon

} // namespace mdsim::simd
