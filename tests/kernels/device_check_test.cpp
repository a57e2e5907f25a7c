// SPDX-License-Identifier: BSD-3-Clause
// Lists are used until a missing pair comes within its cutoff: as found by looking at all
// pairs.
#include "kernels/checked_fluid.hpp"
#include "support/all_pairs.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P> MissingPairsFound look_at_all(CheckedFluid<P>& fluid, const Melt& melt) {
    return AllPairs<P>(melt.field, melt.box, checked_skin, fluid.system.atoms().look().particles)
        .look();
}

} // namespace

TEMPLATE_TEST_CASE("lists are used until a pair is missing", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    int missing = 0;
    for (const Melt& melt : {argon_melt(), tilted_mixture()}) {
        CheckedFluid<TestType> fluid(melt);
        double farthest = 0;
        while (fluid.rebuilds < 4) {
            const bool due = fluid.run(1);
            const MissingPairsFound found = look_at_all(fluid, melt);
            CAPTURE(fluid.step, found.farthest);
            if (found.surely) CHECK(due);
            if (!found.maybe && found.farthest < 0.8 * checked_skin) CHECK_FALSE(due);
            farthest = std::max(farthest, due ? 0 : found.farthest);
            missing += found.surely ? 1 : 0;
            if (due) fluid.rebuild();
        }
        CHECK(farthest > 0.6 * checked_skin);
    }
    CHECK(missing > 0);
}

TEMPLATE_TEST_CASE(
    "lists stay valid where atoms of one cell are displaced, with many others around them", "[gpu]",
    MixedPrecision, DoublePrecision) {
    // Each of 80 has some 25 groups within reach, which is more than are noted of a cell.
    const Melt melt = argon_melt();
    CheckedFluid<TestType> fluid(melt);
    fluid.begin_with(fast_cell<TestType>(10));
    int served = 0;
    for (bool due = false; !due;) {
        due = fluid.run(1);
        const MissingPairsFound found = look_at_all(fluid, melt);
        CAPTURE(fluid.step, found.farthest);
        if (found.surely) CHECK(due);
        if (!found.maybe && found.farthest < 0.8 * checked_skin) CHECK_FALSE(due);
        served += !due && found.farthest > 0.6 * checked_skin ? 1 : 0;
    }
    CHECK(served > 0);
}
