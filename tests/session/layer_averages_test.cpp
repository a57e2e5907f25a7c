// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/layer_averages.hpp"

#include <cmath>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

const Box box{LowerTriangular<double>{4, 0, 5, 0, 0, 10}, {0, 0, -2}};
const std::vector<double> mass{1.0, 3.0};

/// Two atoms of the first kind in the lower half, one of the second in the upper, which flows.
LayerSums halves(double speed, double flow) {
    LayerSums sums({2, 2}, 2);
    sums.add(0, 0, mass[0], {speed, 0, 0});
    sums.add(0, 0, mass[0], {-speed, 0, 0});
    sums.add(1, 1, mass[1], {0, flow, 0});
    return sums;
}

} // namespace

TEST_CASE("layers have places, densities, a flow, and a temperature beside it") {
    LayerAverages averages({2, 2}, mass, 1);
    averages.add(halves(1, 0.5), box);
    averages.add(halves(2, 0.5), box);
    const LayerAverages::Profile p = averages.profile();
    CHECK(p.position == std::vector<double>{-2 + 2.5, -2 + 7.5});
    CHECK(p.density[0][0].value == Approx(2 / 100.0));
    CHECK(p.density[1][0].value == 0);
    CHECK(p.number_density[1].value == Approx(1 / 100.0));
    CHECK(p.velocity[0][0].value == 0);
    CHECK(p.velocity[1][1].value == Approx(0.5));
    CHECK(p.velocity[1][1].error == 0);
    CHECK(p.temperature[0].value == Approx((2 * 1.0 + 2 * 4.0) / 2 / 2 / 3));
    CHECK(p.temperature[1].value == Approx(0).margin(1e-15));
}

TEST_CASE("a layer without atoms has a density, and no more") {
    LayerAverages averages({2, 3}, mass, 1);
    LayerSums sums({2, 3}, 2);
    sums.add(0, 0, 1, {1, 1, 1});
    averages.add(sums, box);
    averages.add(sums, box);
    const LayerAverages::Profile p = averages.profile();
    CHECK(p.number_density[2].value == 0);
    CHECK(p.number_density[2].error == 0);
    CHECK(std::isnan(p.temperature[2].value));
    CHECK(std::isnan(p.velocity[0][2].value));
}

TEST_CASE("layers of a box that changes are where they were on average") {
    LayerAverages averages({2, 2}, mass, 1);
    averages.add(halves(1, 0), box);
    Box twice = box;
    twice.edges.zz = 20;
    averages.add(halves(1, 0), twice);
    const LayerAverages::Profile p = averages.profile();
    CHECK(p.position[1] == Approx(-2 + 0.75 * 15));
    CHECK(p.density[0][0].value == Approx((2 / 100.0 + 2 / 200.0) / 2));
}

TEST_CASE("averages of layers go on from a checkpoint, and refuse those of other layers") {
    LayerAverages averages({2, 2}, mass, 1.5);
    for (int i = 0; i < 100; ++i) averages.add(halves(1 + 0.01 * i, 0.3), box);
    OutputState state;
    averages.save("profile", state);
    LayerAverages again({2, 2}, mass, 1.5);
    again.restore("profile", state);
    CHECK(again.samples() == 100);
    CHECK(again.profile().temperature[0].value == averages.profile().temperature[0].value);
    CHECK(again.profile().temperature[0].error == averages.profile().temperature[0].error);
    LayerAverages other({2, 3}, mass, 1.5);
    CHECK_THROWS_AS(other.restore("profile", state), InputError);
}
