// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/error_complement.hpp"
#include "core/ulps.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class Real> constexpr double bound = std::is_same_v<Real, float> ? 9.19 : 26.54;

} // namespace

TEMPLATE_TEST_CASE("the complementary error function is good to 6 ulp", "[math]", float, double) {
    using Real = TestType;
    double worst = 0;
    double worst_gaussian = 0;
    const auto compare = [&](Real x) {
        const auto exact = static_cast<long double>(x);
        const ErrorComplement<Real> found = error_complement_and_gaussian(x);
        worst = std::max(worst, ulps(found.value, std::erfc(exact)));
        worst_gaussian = std::max(worst_gaussian, ulps(found.gaussian, std::exp(-exact * exact)));
    };
    for (int i = 0; i < samples; ++i) {
        compare(between_even<Real>(0, bound<Real>, i));
        compare(between_even<Real>(-bound<Real>, 4, i));
        compare(between_log(Real(1e-12), Real(1), i));
        compare(-between_log(Real(1e-12), Real(1), i));
    }
    INFO("worst errors " << worst << " and " << worst_gaussian << " ulp");
    CHECK(worst < 6);
    CHECK(worst_gaussian < 2);
}

TEMPLATE_TEST_CASE("the complementary error function keeps its promises at the edges", "[math]",
                   float, double) {
    using Real = TestType;
    const Real last(static_cast<Real>(bound<Real>));
    const Real infinity = std::numeric_limits<Real>::infinity();
    CHECK(error_complement(Real(0)) == Real(1));
    CHECK(error_complement(last) >= std::numeric_limits<Real>::min());
    for (const Real beyond : {std::nextafter(last, infinity), Real(100), infinity}) {
        CHECK(error_complement(beyond) == Real(0));
        CHECK(error_complement(-beyond) == Real(2));
        CHECK(error_complement_and_gaussian(beyond).gaussian == Real(0));
        CHECK(error_complement_and_gaussian(-beyond).gaussian == Real(0));
    }
}
