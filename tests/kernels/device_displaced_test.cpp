// SPDX-License-Identifier: BSD-3-Clause
// Searches for missing pairs change no bits, however steps are cut, and end lists early
// only where displaced atoms are too many for them.
#include "kernels/checked_fluid.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("a device gives the same bits with checked lists however its steps are cut",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    CheckedFluid<TestType> whole(argon_melt());
    CheckedFluid<TestType> pieces(argon_melt());
    whole.run_on(150);
    for (const int steps : {1, 7, 30, 2, 60, 50}) pieces.run_on(steps);
    CHECK(whole.rebuilds == pieces.rebuilds);
    CHECK(same_state(whole.system, pieces.system));
    whole.run_on(20);
    for (int k = 0; k < 10; ++k) {
        pieces.run_on(1);
        pieces.look();
    }
    CHECK(whole.rebuilds == pieces.rebuilds);
    CHECK(same_state(whole.system, pieces.system));
    whole.run_on(40);
    for (const int steps : {1, 9, 2, 28}) pieces.look_and_run(steps);
    CHECK(whole.rebuilds == pieces.rebuilds);
    CHECK(same_state(whole.system, pieces.system));
    CheckedFluid<TestType> cautious(argon_melt(), false);
    cautious.run_on(210);
    CHECK(cautious.rebuilds > whole.rebuilds);
}

TEST_CASE("lists are renewed early where many atoms of a cell are displaced", "[gpu]") {
    using P = MixedPrecision;
    CheckedFluid<P> fluid(argon_melt());
    fluid.system.decomposition().rebuild();
    fluid.last_rebuild = fluid.step;
    fluid.system.integrator().transform_velocities(scaling(1.0), {10, 0, 0});
    bool due = false;
    for (int k = 0; k < 10 && !due; ++k) due = fluid.run(1);
    CHECK(due);
    CHECK(fluid.step - fluid.last_rebuild <= 6);
    fluid.rebuild();
    fluid.run_on(50);
    CHECK(fluid.rebuilds > 8);
}

TEST_CASE("displaced atoms are counted once, whenever somebody looks", "[gpu]") {
    using P = MixedPrecision;
    // Counted twice, those of one cell would be more than are searched, which ends the lists.
    constexpr int steps = 24;
    const bool goes_on = GENERATE(false, true); // by itself from between the half kicks
    const auto records = fast_cell<P>(3);
    CheckedFluid<P> whole(argon_melt());
    whole.begin_with(records);
    whole.run_on(steps);
    REQUIRE(whole.rebuilds > 0);
    for (int before = 6; before < 16; ++before) {
        CAPTURE(before);
        CheckedFluid<P> looked_at(argon_melt());
        looked_at.begin_with(records);
        looked_at.run_on(before);
        if (!goes_on) {
            looked_at.look();
            looked_at.run_on(steps - before - 1);
        } else {
            looked_at.look_and_run(steps - before);
        }
        CHECK(looked_at.rebuilds == whole.rebuilds);
        CHECK(same_state(looked_at.system, whole.system));
    }
}
