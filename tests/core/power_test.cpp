// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/power.hpp"
#include "core/ulps.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class Real> constexpr double bound = std::is_same_v<Real, float> ? 87 : 708;

/// An exponent for which |y log x| is at most `reach`; it runs through the range many times.
template <class Real> Real exponent_for(Real x, double reach, int i) {
    const double turn = std::fmod(i * 0.6180339887498949, 1.0);
    return static_cast<Real>((2 * turn - 1) * 0.999 * reach / std::abs(std::log(double(x))));
}

template <class Real> double power_ulps(Real x, double reach, int i) {
    const Real y = exponent_for(x, reach, i);
    const auto exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    return ulps(power(x, y), exact);
}

} // namespace

TEMPLATE_TEST_CASE("powers are good to 2 ulp", "[math]", float, double) {
    using Real = TestType;
    double worst = 0;
    for (int i = 0; i < samples; ++i) {
        const Real wide = between_log(std::numeric_limits<Real>::min() * 2,
                                      std::numeric_limits<Real>::max() / 2, i);
        const Real narrow = between_even<Real>(0.4, 2.2, i);
        const Real unity = between_even<Real>(0.999, 1.001, i);
        for (const Real x : {wide, narrow, unity}) {
            worst = std::max(worst, power_ulps(x, bound<Real>, i));
            worst = std::max(worst, power_ulps(x, 20, i));
        }
    }
    INFO("worst error " << worst << " ulp");
    CHECK(worst < 2);
}

TEMPLATE_TEST_CASE("powers keep their promises at the edges", "[math]", float, double) {
    using Real = TestType;
    const Real largest = std::numeric_limits<Real>::max();
    CHECK(power(Real(2), Real(0)) == Real(1));
    CHECK(power(Real(1), Real(1e6)) == Real(1));
    CHECK(power(Real(2), Real(10)) == Real(1024));
    CHECK(power(Real(0.5), Real(-3)) == Real(8));
    CHECK(power(Real(10), Real(1e6)) == exponential(Real(bound<Real>)));
    CHECK(power(Real(10), Real(-1e6)) == exponential(Real(-bound<Real>)));
    CHECK(power(largest, largest) == exponential(Real(bound<Real>)));
    CHECK(power(largest, -largest) == exponential(Real(-bound<Real>)));
    const double exponent_of_zero = std::is_same_v<Real, float> ? -127 : -1023;
    CHECK(
        power(Real(0), Real(0.125)) ==
        Approx(std::exp2(exponent_of_zero / 8)).epsilon(4 * std::numeric_limits<Real>::epsilon()));
}

TEMPLATE_TEST_CASE("a logarithm in two parts has digits beyond those of one", "[math]", float,
                   double) {
    using Real = TestType;
    // The reference has 64 bits, two more than are asked for.
    const long double bound_of = std::is_same_v<Real, float> ? 0x1p-32L : 0x1.8p-62L;
    long double worst = 0;
    for (int i = 0; i < samples; ++i) {
        const Real wide = between_log(std::numeric_limits<Real>::min() * 2,
                                      std::numeric_limits<Real>::max() / 2, i);
        for (const Real x : {wide, between_even<Real>(0.4, 2.2, i)}) {
            const TwoParts<Real> found = logarithm_parts(x);
            const long double sum = static_cast<long double>(found.high) + found.low;
            const auto exact = std::log(static_cast<long double>(x));
            worst = std::max(worst, std::abs(sum / exact - 1));
        }
    }
    CHECK(worst < bound_of);
    CHECK(logarithm_parts(Real(1)).high == Real(0));
    CHECK(logarithm_parts(Real(1)).low == Real(0));
}
