// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "support/catch.hpp"
#include "surroundings/centro_symmetry.hpp"
#include "surroundings/neighbor_search.hpp"

using namespace mdsim;

TEST_CASE("a tree has points", "[contract]") {
    CHECK_THROWS_WITH(PointTree({}), ContainsSubstring("!points_.empty()"));
}

#ifndef NDEBUG
TEST_CASE("centro-symmetry takes an even number of neighbours", "[contract]") {
    const std::vector<Neighbor> three(3);
    CHECK_THROWS_WITH(centro_symmetry(three), ContainsSubstring("n % 2 == 0"));
}
#endif
