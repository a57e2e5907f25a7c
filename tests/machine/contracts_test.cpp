// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include "machine/core_waits.hpp"
#include "machine/cores.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("there are ranks on a node, and threads that wait", "[contract]") {
    CHECK_THROWS_WITH(usual_threads({4, 4}, 0), ContainsSubstring("ranks_on_node > 0"));
    CHECK_THROWS_WITH(CoreWaits("/").share(0), ContainsSubstring("threads > 0"));
}
#endif
