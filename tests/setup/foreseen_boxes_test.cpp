// SPDX-License-Identifier: BSD-3-Clause
// Which boxes strains lead to, before a step is done.
#include "setup/foreseen_boxes.hpp"

#include <cmath>

#include "core/lattice_flip.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

Box cube(double edge) {
    Box box;
    box.edges = {edge, 0, edge, 0, 0, edge};
    return box;
}

StageSettings plain(Step steps) {
    StageSettings stage;
    stage.steps = steps;
    stage.time_step = 0.01;
    return stage;
}

StageSettings strained(Step steps, StrainComponent component, double rate) {
    StageSettings stage = plain(steps);
    stage.deform.push_back({component, StrainPath::engineering, rate, {}, {}});
    return stage;
}

StageSettings at_pressure(Step steps) {
    StageSettings stage = plain(steps);
    stage.barostat.emplace();
    return stage;
}

} // namespace

TEST_CASE("boxes that nothing strains are those of the start") {
    const BoxOutlook outlook = foresee_boxes({plain(100), plain(0)}, cube(10));
    CHECK(outlook.boxes.empty());
    CHECK_FALSE(outlook.follows_pressure);
    CHECK(outlook.most_dense(cube(10)) == 1);
}

TEST_CASE("strains of one stage begin where those before have ended") {
    // 100 steps of 0.01 at a rate of -0.2: from 10 to 8; then at 0.5: to 12.
    const BoxOutlook outlook = foresee_boxes({strained(100, StrainComponent::xx, -0.2), plain(50),
                                              strained(100, StrainComponent::xx, 0.5)},
                                             cube(10));
    REQUIRE_FALSE(outlook.boxes.empty());
    const ForeseenBox& last = outlook.boxes.back();
    CHECK(last.stage == 2);
    CHECK(last.done == 100);
    CHECK(last.box.edges.xx == Approx(12));
    CHECK(last.box.edges.yy == 10);
    CHECK(outlook.most_dense(cube(10)) == Approx(1.25));
}

TEST_CASE("a sine is looked at where it turns, also in a long stage") {
    StageSettings stage = plain(12345);
    stage.deform.push_back({StrainComponent::zz, StrainPath::oscillating, {}, 0.1, 31.0});
    const BoxOutlook outlook = foresee_boxes({stage}, cube(10));
    CHECK(outlook.most_dense(cube(10)) == Approx(1 / 0.9).epsilon(0.02));
    CHECK(outlook.boxes.size() < 400);
}

TEST_CASE("boxes that shear on are as little slanted as those of the run") {
    const BoxOutlook outlook = foresee_boxes({strained(1000, StrainComponent::xy, 3.2)}, cube(10));
    for (const ForeseenBox& foreseen : outlook.boxes) {
        CHECK_FALSE(is_slanted(foreseen.box.edges));
        CHECK(foreseen.box.volume() == Approx(1000));
    }
    CHECK(outlook.most_dense(cube(10)) == Approx(1));
}

TEST_CASE("behind a box that follows the pressure nothing is known") {
    const BoxOutlook outlook =
        foresee_boxes({strained(100, StrainComponent::xx, 0.1), at_pressure(10),
                       strained(100, StrainComponent::yy, -0.5)},
                      cube(10));
    CHECK(outlook.follows_pressure == 1);
    CHECK(outlook.boxes.back().stage == 0);
    StageSettings relaxed = plain(10);
    relaxed.minimize.emplace();
    CHECK_FALSE(foresee_boxes({relaxed}, cube(10)).follows_pressure);
    relaxed.minimize->pressure = 0.0;
    CHECK(foresee_boxes({relaxed}, cube(10)).follows_pressure == 0);
}

TEST_CASE("strains that leave no volume end the outlook") {
    const BoxOutlook outlook = foresee_boxes(
        {strained(100, StrainComponent::zz, -2), strained(100, StrainComponent::xx, 0.1)},
        cube(10));
    REQUIRE_FALSE(outlook.boxes.empty());
    for (const ForeseenBox& foreseen : outlook.boxes) {
        CHECK(foreseen.stage == 0);
        CHECK(foreseen.box.edges.zz > 0);
    }
}
