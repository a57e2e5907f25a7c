// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; most of them stand in debug builds.
#include <vector>

#include "support/alone.hpp"
#include "support/catch.hpp"
#include "validate/validate_direct_sum.hpp"
#include "validate/validate_single_point.hpp"
#include "validate/validate_small_system.hpp"
#include "validate/validate_trajectory.hpp"

using namespace mdsim;
using test::alone;

namespace {

SmallSystem two_atoms() {
    SmallSystem system;
    system.box.edges = {6, 0, 6, 0, 0, 6};
    system.position = {{1, 1, 1}, {2.2, 1, 1}};
    system.pair = {LennardJonesParams{1, 1}, 2.5, Truncation::cut, 0};
    return system;
}

} // namespace

TEST_CASE("a direct sum is that of one species", "[contract]") {
    const PairInteraction pair{LennardJonesParams{1, 1}, 2.5};
    const ForceField two(
        {{"A", "B"}, {{"", 0, 0, pair}, {"", 1, 1, pair}, {"", 0, 1, pair}}, {}, {}, false});
    const Box box{{6, 0, 6, 0, 0, 6}, {}, {true, true, true}};
    CHECK_THROWS_WITH(direct_sum(box, {{1, 1, 1}}, two), ContainsSubstring("field.types() == 1"));
}

TEST_CASE("forces are compared with those of as many atoms", "[contract]") {
    const SystemParts parts = parts_of(two_atoms(), alone(), {});
    SinglePointReference reference;
    reference.force.resize(3);
    std::vector<Check> checks;
    CHECK_THROWS_WITH(check_single_point<DoublePrecision>(
                          parts, alone(), reference, usual_tolerance<DoublePrecision>(), checks),
                      ContainsSubstring("reference.size() == found.size()"));
}

TEST_CASE("energies are compared with those of as many steps", "[contract]") {
    const SystemParts parts = parts_of(two_atoms(), alone(), {});
    TrajectoryReference reference;
    reference.thermo.assign(4, {1, 0, 0, 0, 0, 0});
    std::vector<Check> checks;
    CHECK_THROWS_WITH(check_trajectory(single_point_stage(), parts, alone(), reference, checks),
                      ContainsSubstring("reference.thermo.size()"));
}

#ifndef NDEBUG
TEST_CASE("a small system has atoms, forces and a box", "[contract]") {
    SmallSystem system = two_atoms();
    system.box.edges.zz = 0;
    CHECK_THROWS_WITH(parts_of(system, alone(), {}), ContainsSubstring("system.box.volume() > 0"));
    system = two_atoms();
    system.pair.cutoff = 0;
    CHECK_THROWS_WITH(parts_of(system, alone(), {}), ContainsSubstring("system.pair.cutoff > 0"));
    system = two_atoms();
    system.position.clear();
    CHECK_THROWS_WITH(parts_of(system, alone(), {}), ContainsSubstring("!system.position.empty()"));
}
#endif
