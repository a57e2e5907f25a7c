// SPDX-License-Identifier: BSD-3-Clause
#include "core/elementary.hpp"
#include "physics/test_pack.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using mdsim::test::TestPack;

TEMPLATE_TEST_CASE("elementary functions need nothing but what formulas may ask of a pack",
                   "[math]", float, double) {
    using Real = TestType;
    using Pack = TestPack<Real>;
    const std::array<double, Pack::lanes> number{0.3, 1.0, 2.7, 14.1};
    const Pack x = Pack::each([&](std::size_t i) { return static_cast<Real>(number[i]); });
    const Pack y(Real(-2.5));
    const auto turns = sine_cosine_of_turns(x);
    for (std::size_t i = 0; i < Pack::lanes; ++i) {
        const Real one = x.lane[i];
        CHECK(exponential(x).lane[i] == exponential(one));
        CHECK(logarithm(x).lane[i] == logarithm(one));
        CHECK(power(x, y).lane[i] == power(one, y.lane[i]));
        CHECK(power(x, 5).lane[i] == power(one, 5));
        CHECK(error_complement(x).lane[i] == error_complement(one));
        CHECK(turns.sine.lane[i] == sine_cosine_of_turns(one).sine);
        CHECK(turns.cosine.lane[i] == sine_cosine_of_turns(one).cosine);
    }
}
