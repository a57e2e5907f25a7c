// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include "machine/control_groups.hpp"
#include "machine/core_waits.hpp"
#include "machine/cores.hpp"
#include "machine/doctor_machine.hpp"
#include "machine/host_memory.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("there are ranks on a node, and threads that wait", "[contract]") {
    CHECK_THROWS_WITH(usual_threads({4, 4}, 0), ContainsSubstring("ranks_on_node > 0"));
    CHECK_THROWS_WITH(CoreWaits("/").share(0), ContainsSubstring("threads > 0"));
    CHECK_THROWS_WITH(core_waits_text(1, 1.5), ContainsSubstring("share <= 1"));
    CHECK_THROWS_WITH(host_memory(0), ContainsSubstring("ranks > 0"));
    CHECK_THROWS_WITH(control_groups("/", ""), ContainsSubstring("!resource.empty()"));
    Machine machine;
    machine.ranks_here = 0;
    CHECK_THROWS_WITH(advice_for(machine), ContainsSubstring("m.ranks_here > 0"));
}
#endif
