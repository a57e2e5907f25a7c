// SPDX-License-Identifier: BSD-3-Clause
#include "core/tagged_real.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

TEMPLATE_TEST_CASE("a number carries a type in its last bits", "[tagged_real]", float, double) {
    const TestType bound = sizeof(TestType) == 4 ? TestType(0x1p-19) : TestType(0x1p-48);
    for (const TestType value : {TestType(0), TestType(-1), TestType(0.1), TestType(-3.7e20),
                                 TestType(-0.5 / 3), TestType(1e-30)}) {
        for (TypeId type = 0; type < most_tagged_types; ++type) {
            const TestType both = tagged(value, type);
            CHECK(type_in(both) == type);
            if (value != 0) CHECK(std::abs(both / value - 1) < bound);
            CHECK(tagged(both, type) == both);
        }
    }
}
