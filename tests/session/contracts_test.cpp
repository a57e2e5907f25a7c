// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "session/observables/correlation_averages.hpp"
#include "session/output_state.hpp"
#include "session/state_blocks.hpp"
#include "session/writers/stage_averages.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

double first_of(std::span<const double> values, double /*spacing*/) { return values.front(); }

} // namespace

TEST_CASE("a checkpoint has one value of a name", "[contract]") {
    OutputState state;
    state.set_count("frames", 3);
    CHECK_THROWS_WITH(state.set_count("frames", 4), ContainsSubstring("named(values_, name)"));
    CHECK_THROWS_WITH(state.set_array("origin", nullptr), ContainsSubstring("array != nullptr"));
}

TEST_CASE("averages take a value for each of their groups", "[contract]") {
    CorrelationAverages averages(2, 3, 0.1, first_of);
    averages.begin_origin();
    CHECK_THROWS_WITH(averages.add(0, std::vector<double>{1}), ContainsSubstring("groups()"));
    StageAverages stages({StageSettings{}}, {{"energy", ""}});
    CHECK_THROWS_WITH(stages.add(0, std::vector<double>{1, 2}), ContainsSubstring("means.size()"));
}

#ifndef NDEBUG
TEST_CASE("origins end when their window is over", "[contract]") {
    CHECK_THROWS_WITH(CorrelationAverages(1, 3, 0, first_of), ContainsSubstring("spacing > 0"));
    CorrelationAverages averages(1, 3, 0.1, first_of);
    averages.begin_origin();
    CHECK_THROWS_WITH(averages.drop_oldest(), ContainsSubstring("oldest_is_complete()"));
}

TEST_CASE("the arrays of a checkpoint belong together", "[contract]") {
    CheckpointBlock<MixedPrecision> block;
    block.block = {0, 2};
    CHECK_THROWS_WITH(records_of(block), ContainsSubstring("block.reference.size()"));
}
#endif
