// SPDX-License-Identifier: BSD-3-Clause
#include "ops/slow_links.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("packing pays on links that are slow beside it") {
    CHECK(packing_pays(12e6, 900e6));
    CHECK(packing_pays(40e6, 900e6));
    CHECK_FALSE(packing_pays(60e6, 900e6));
    CHECK_FALSE(packing_pays(0, 900e6));
    CHECK_FALSE(packing_pays(12e6, 0));
}
