// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include "report/energy_drift.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a drift is that of atoms in time", "[contract]") {
    CHECK_THROWS_WITH(drift_per_atom({}, 0, 0.005, Units(UnitSystem::lj)),
                      ContainsSubstring("atoms > 0"));
}
#endif
