// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/cell_rescaling.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// An action on a box of so large a volume, where the pressure is as wanted.
BarostatAction at_rest(double volume) {
    BarostatAction action;
    action.pressure = {2, 2, 2};
    action.target = 2;
    action.temperature = 1.5;
    action.volume = volume;
    action.time = 0.02;
    return action;
}

} // namespace

TEST_CASE("edges relax towards the wanted pressure", "[cell_rescaling]") {
    CellRescaling barostat{4, 0.3, BoxCoupling::anisotropic, false};
    BarostatAction action = at_rest(100);
    action.pressure = {3, 2, 0.5};
    const double mobility = 0.3 * 0.02 / (3 * 4);
    const Vec3<double> s = barostat.act(action);
    CHECK(s.x == Approx(mobility * 1));
    CHECK(s.y == 0);
    CHECK(s.z == Approx(mobility * -1.5));
    barostat.coupling = BoxCoupling::semi_isotropic;
    CHECK(barostat.act(action).x == Approx(mobility * 0.5));
    CHECK(barostat.act(action).y == barostat.act(action).x);
    CHECK(barostat.act(action).z == s.z);
    barostat.coupling = BoxCoupling::isotropic;
    CHECK(barostat.act(action).x == Approx(mobility * -0.5 / 3));
    CHECK(barostat.act(action).z == barostat.act(action).x);
}

TEST_CASE("the volume diffuses as fast as it relaxes", "[cell_rescaling]") {
    const BoxCoupling coupling =
        GENERATE(BoxCoupling::isotropic, BoxCoupling::semi_isotropic, BoxCoupling::anisotropic);
    const CellRescaling barostat{4, 0.3, coupling, true};
    BarostatAction action = at_rest(1000);
    constexpr int actions = 20000;
    double mean = 0, square = 0, square_z = 0;
    for (int i = 0; i < actions; ++i) {
        action.noise = barostat_noise(7, i);
        const Vec3<double> s = barostat.act(action);
        const double of_volume = s.x + s.y + s.z;
        mean += of_volume / actions;
        square += of_volume * of_volume / actions;
        square_z += s.z * s.z / actions;
    }
    // 2 kT beta t / (tau V) of ln V, whatever edges change together; a third of it for an edge
    // that changes by itself, a ninth for each where all do.
    const double expected = 2 * 1.5 * 0.3 * 0.02 / (4 * 1000);
    CHECK(std::abs(mean) < 4 * std::sqrt(expected / actions));
    CHECK(square == Approx(expected).epsilon(0.05));
    CHECK(square_z ==
          Approx(coupling == BoxCoupling::isotropic ? expected / 9 : expected / 3).epsilon(0.05));
}
