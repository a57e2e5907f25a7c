// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "physics/coupling/nose_hoover.hpp"
#include "physics/coupling/velocity_rescaling.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/pair/force_field.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/table.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a table has as many forces as distances", "[contract]") {
    CHECK_THROWS_WITH(Table<double>::samples({"", "", {{1, 2}, {0, 0}, {0}}, {}, {}}),
                      ContainsSubstring("curve.force.size() == curve.r.size()"));
}

#ifndef NDEBUG
TEST_CASE("lengths are positive, energies of pairs are those of the table", "[contract]") {
    CHECK_THROWS_WITH(mixed_length(0, 1, MixingRule::geometric), ContainsSubstring("a > 0"));
    CHECK_THROWS_WITH(tail_energy_integral({1, 1}, 0), ContainsSubstring("cutoff > 0"));
    CHECK_THROWS_WITH(table_grid(TableCurve{{2, 1}, {0, 0}, {0, 0}}),
                      ContainsSubstring("std::is_sorted"));
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.pairs = {{"", 0, 0, PairInteraction{LennardJonesParams{1, 1}, 2.5}}};
    CHECK_THROWS_WITH(ForceField(spec).evaluate(0, 1, 1), ContainsSubstring("b < types_"));
}

TEST_CASE("motion has a time step, and a thermostat a temperature", "[contract]") {
    CHECK_THROWS_WITH(langevin<float>(0, 1, 1), ContainsSubstring("time_step > 0"));
    CHECK_THROWS_WITH(NoseHoover().prepare({3, 0, 0.1, {}}),
                      ContainsSubstring("action.temperature > 0"));
    CHECK_THROWS_WITH(VelocityRescaling().prepare({2, 1, 0.1, {}}),
                      ContainsSubstring("action.degrees_of_freedom >= 3"));
}
#endif
