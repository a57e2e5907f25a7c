// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/elementary.hpp"
#include "core/math.hpp"
#include "core/ulps.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("the logarithm is good to 2 ulp", "[math]", float, double) {
    using Real = TestType;
    double worst = 0;
    for (int i = 0; i < samples; ++i) {
        const Real wide = between_log(std::numeric_limits<Real>::min() * 2,
                                      std::numeric_limits<Real>::max() / 2, i);
        const Real narrow = between_even<Real>(0.4, 2.2, i);
        worst = std::max(worst, ulps(logarithm(wide), std::log(static_cast<long double>(wide))));
        worst =
            std::max(worst, ulps(logarithm(narrow), std::log(static_cast<long double>(narrow))));
    }
    INFO("worst error " << worst << " ulp");
    CHECK(worst < 2);
    CHECK(logarithm(Real(1)) == Real(0));
}

TEMPLATE_TEST_CASE("the exponential is good to 2 ulp", "[math]", float, double) {
    using Real = TestType;
    const double bound = std::is_same_v<Real, float> ? 87 : 708;
    double worst = 0;
    for (int i = 0; i < samples; ++i) {
        for (const double reach : {bound, 1.0}) {
            const Real x = between_even<Real>(-reach, reach, i);
            worst = std::max(worst, ulps(exponential(x), std::exp(static_cast<long double>(x))));
        }
    }
    INFO("worst error " << worst << " ulp");
    CHECK(worst < 2);
    CHECK(exponential(Real(0)) == Real(1));
    CHECK(exponential(Real(1e6)) == exponential(Real(bound)));
    CHECK(exponential(Real(-1e6)) == exponential(Real(-bound)));
}

TEMPLATE_TEST_CASE("sine and cosine of turns are good to 2 ulp", "[math]", float, double) {
    using Real = TestType;
    const long double two_pi = 2 * std::acos(-1.0L);
    double worst = 0;
    long double farthest = 0;
    for (int i = 0; i < samples; ++i) {
        const Real turns = between_even<Real>(-1.5, 1.5, i);
        const SineCosine<Real> found = sine_cosine_of_turns(turns);
        const auto t = static_cast<long double>(turns);
        farthest = std::max({farthest, std::abs(found.sine - std::sin(two_pi * t)),
                             std::abs(found.cosine - std::cos(two_pi * t))});
        // Next to a zero two_pi is too short a number: measure from the zero, where t is exact.
        const long double half = t - std::round(2 * t) / 2;
        worst = std::max(worst, ulps(std::abs(found.sine), std::abs(std::sin(two_pi * half))));
        const long double quarter = 0.25L - std::abs(half);
        worst = std::max(worst, ulps(std::abs(found.cosine), std::abs(std::sin(two_pi * quarter))));
    }
    INFO("worst error " << worst << " ulp");
    CHECK(worst < 2);
    CHECK(farthest < 2 * std::numeric_limits<Real>::epsilon());
    CHECK(sine_cosine_of_turns(Real(0.25)).sine == Real(1));
    CHECK(sine_cosine_of_turns(Real(0.25)).cosine == Real(0));
    CHECK(sine_cosine_of_turns(Real(0.5)).cosine == Real(-1));
    CHECK(sine_cosine_of_turns(Real(0.75)).sine == Real(-1));
}

TEMPLATE_TEST_CASE("primitives keep their promises at the edges", "[math]", float, double) {
    using Real = TestType;
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    CHECK(minimum(nan, Real(3)) == Real(3));
    CHECK(maximum(nan, Real(3)) == Real(3));
    CHECK(minimum(Real(2), Real(3)) == Real(2));
    CHECK(maximum(Real(2), Real(3)) == Real(3));
    CHECK(absolute(Real(-2)) == Real(2));
    CHECK(reciprocal(Real(4)) == Real(0.25));
    CHECK(truncate(Real(-1.75)) == Real(-1));
    CHECK(round_to_whole(Real(2.5)) == Real(2));
    CHECK(polynomial(Real(2), 1.0, 2.0, 3.0) == Real(17));
    CHECK(power<1>(Real(3)) == Real(3));
    CHECK(power<6>(Real(3)) == Real(729));
    CHECK(power<13>(Real(2)) == Real(8192));
    CHECK(power(Real(3), 0) == Real(1));
    CHECK(power(Real(3), 7) == Real(2187));
    CHECK(power(Real(0.5), 12) == power<12>(Real(0.5)));
    CHECK(power_of_two(Real(-3)) == Real(0.125));

    // Fused: the product is not rounded before the sum.
    const Real e = std::numeric_limits<Real>::epsilon();
    CHECK(fused_multiply_add(Real(1) + e, Real(1) - e, Real(-1)) == -e * e);
}
