// SPDX-License-Identifier: BSD-3-Clause
// What kernels know of the box is in the memory of the device, and in no argument of a graph.
#include "kernels/state/step_box.hpp"

#include <limits>

#include "kernels/engine/graph_key.hpp"
#include "kernels/neighbor/find_missing_pairs.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

// Numbers of the box that arguments once had; a graph that holds one would run on with it.
template <class T>
concept HoldsBox = requires(T t) {
    t.scale;
}
|| requires(T t) { t.length; }
|| requires(T t) { t.largest_move2; }
|| requires(T t) { t.allowed_move2; }
|| requires(T t) { t.noted2; }
|| requires(T t) { t.farthest2; };
static_assert(HoldsBox<BoxLengths<MixedPrecision>> && HoldsBox<StepBox<MixedPrecision>>);
static_assert(!HoldsBox<WalkArgs<MixedPrecision>> && !HoldsBox<AdvanceArgs<MixedPrecision>>);
static_assert(!HoldsBox<MotionView<MixedPrecision>> && !HoldsBox<DisplacedAtoms>);
static_assert(!HoldsBox<ListSource<MixedPrecision>>);
static_assert(!HoldsBox<MissingPairSearch<MixedPrecision>>);
static_assert(!HoldsBox<GraphKey<MixedPrecision>>);

// Moving an atom reads both in one line of the caches.
static_assert(sizeof(StepBox<MixedPrecision>) == 128 && alignof(StepBox<DoublePrecision>) == 128);

} // namespace

TEMPLATE_TEST_CASE("a step's box has the matrices of its edges and squared limits", "[step_box]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const LowerTriangular<double> edges{12, 1, 12.5, -2, 3, 11};
    const StepBox<TestType> box(edges, {0.5, 0.15, 0.125, 0.2, 0.25});
    const FractionScale<TestType> scale(edges);
    CHECK(box.lengths.length == scale.length);
    CHECK(box.to_fraction == scale.fraction);
    CHECK(box.lengths.largest_move2 == Real(0.25));
    CHECK(box.allowed_move2 == static_cast<Real>(0.15 * 0.15));
    CHECK(box.lengths.noted2 == Real(0.015625));
    CHECK(box.against_all2 == static_cast<Real>(0.2 * 0.2));
    CHECK(box.farthest2 == Real(0.0625));
}

TEST_CASE("before the first batch no move is beyond what is allowed", "[step_box]") {
    constexpr double any = std::numeric_limits<double>::infinity();
    const StepBox<MixedPrecision> box({9, 0, 9, 0, 0, 9}, {0.5, any, any, 0, 0});
    CHECK_FALSE(1e30f > box.allowed_move2);
}

TEST_CASE("in a box that has shrunk all parts of the skin are of what is left", "[step_box]") {
    const LowerTriangular<double> built{12, 0, 12, 0, 0, 12};
    LowerTriangular<double> now = built;
    const MoveRule rule{0.5, {0.15, 1.4}, true, {0.126, 1.176}, {0.174, 1.624}, {0.255, 2.755}};
    CHECK(rule.at(built, now) == MoveLimits{0.5, 0.15, 0.126, 0.174, 0.255});
    now.yy = 11.4; // 5 % of 2.8 are 0.14 of 0.3
    const MoveLimits strained = rule.at(built, now);
    CHECK(strained.allowed == Approx(0.5 * 0.16));
    CHECK(strained.noted == Approx(0.42 * 0.16));
    CHECK(strained.against_all == Approx(0.58 * 0.16));
    CHECK(strained.farthest == Approx(0.255 - 0.05 * 2.755));
    CHECK(strained.largest == 0.5);
}

TEST_CASE("where strain has used up the skin, lists are stale whatever atoms did", "[step_box]") {
    const LowerTriangular<double> built{12, 0, 12, 0, 0, 12};
    const MoveRule rule{0.5, {0.15, 1.4}, true, {0.126, 1.176}, {0.174, 1.624}, {0.255, 2.755}};
    const LowerTriangular<double> now{12, 0, 12, 0, 0, 10.5};
    const StepBox<MixedPrecision> box(now, rule.at(built, now));
    CHECK(0.0f > box.allowed_move2);
    CHECK(0.0f > box.lengths.noted2);
    CHECK(0.0f > box.farthest2);
}

TEST_CASE("without searches an atom is noted when it may make lists stale", "[step_box]") {
    const LowerTriangular<double> edges{12, 0, 12, 0, 0, 12};
    const MoveLimits limits = MoveRule{0.5, {0.15, 1.4}}.at(edges, edges);
    CHECK(limits.noted == limits.allowed);
    CHECK(limits.allowed == 0.15);
}

#ifndef NDEBUG
TEST_CASE("atoms are noted before they are beyond what is allowed", "[contract]") {
    const LowerTriangular<double> edges{9, 0, 9, 0, 0, 9};
    CHECK_THROWS_WITH(StepBox<MixedPrecision>(edges, {0.5, 0.1, 0.2, 0, 0}),
                      ContainsSubstring("limits.noted <= limits.allowed"));
    CHECK_THROWS_WITH(StepBox<MixedPrecision>(edges, {0, 0.1, 0.1, 0, 0}),
                      ContainsSubstring("limits.largest > 0"));
}
#endif
