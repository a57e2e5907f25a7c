// SPDX-License-Identifier: BSD-3-Clause
#include "session/checkpoint_limits.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

CheckpointData<MixedPrecision> of_flips(const LatticeFlip& flips) {
    const LowerTriangular<double> edges{5, 1, 5, 0, 0, 5};
    CheckpointData<MixedPrecision> data;
    data.edges = edges;
    data.position.stage_edges = edges;
    data.position.boxes = EarlierBoxes{edges, edges, flips};
    return data;
}

} // namespace

TEST_CASE("a checkpoint of more flips than can be undone is refused") {
    const std::int64_t large = std::int64_t{1} << 31, huge = std::int64_t{1} << 62;
    CHECK_NOTHROW(expect_possible(of_flips({-3, 12, 4}), 0, "a.h5"));
    CHECK_NOTHROW(expect_possible(of_flips({large - 1, -large * large / 2, 1 - large}), 0, "a.h5"));
    for (const LatticeFlip& flips : {LatticeFlip{large, 0, 0}, {0, huge, 0}, {0, 0, -large}})
        CHECK_THROWS_WITH(expect_possible(of_flips(flips), 0, "a.h5"),
                          ContainsSubstring("was flipped by") && ContainsSubstring("a.h5"));
}
