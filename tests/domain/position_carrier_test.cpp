// SPDX-License-Identifier: BSD-3-Clause
#include "domain/position_carrier.hpp"

#include "state/particles.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEMPLATE_TEST_CASE("the rate of packing is measured", "", MixedPrecision, DoublePrecision) {
    CHECK(measure_packing_rate<TestType>() > 1e5);
}
