// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/cell_rescaling.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// An action on a box of so large a volume, at such a pressure, which is wanted to be 2.
BarostatAction at(const StrainNumbers& pressure, double volume) {
    BarostatAction action;
    for (std::size_t k = 0; k < 6; ++k) action.virial[k] = volume * pressure[k];
    action.target = 2;
    action.temperature = 1.5;
    action.volume = volume;
    action.time = 0.02;
    return action;
}

double none(double) { return 1; }

} // namespace

TEST_CASE("edges relax towards the wanted pressure", "[cell_rescaling]") {
    CellRescaling barostat{4, 0.3, BoxCoupling::anisotropic, false};
    const auto strain = [&] {
        BarostatState state;
        return barostat.act(at({3, 2, 0.5}, 100), state, none).strain;
    };
    const double mobility = 0.3 * 0.02 / (3 * 4);
    const StrainNumbers s = strain();
    CHECK(s[0] == Approx(mobility * 1));
    CHECK(s[1] == 0);
    CHECK(s[2] == Approx(mobility * -1.5));
    barostat.coupling = BoxCoupling::semi_isotropic;
    CHECK(strain()[0] == Approx(mobility * 0.5));
    CHECK(strain()[1] == strain()[0]);
    CHECK(strain()[2] == s[2]);
    barostat.coupling = BoxCoupling::isotropic;
    CHECK(strain()[0] == Approx(mobility * -0.5 / 3));
    CHECK(strain()[2] == strain()[0]);
}

TEST_CASE("the volume diffuses as fast as it relaxes", "[cell_rescaling]") {
    const BoxCoupling coupling =
        GENERATE(BoxCoupling::isotropic, BoxCoupling::semi_isotropic, BoxCoupling::anisotropic);
    const CellRescaling barostat{4, 0.3, coupling, true};
    BarostatAction action = at({2, 2, 2}, 1000);
    constexpr int actions = 20000;
    double mean = 0, square = 0, square_z = 0;
    for (int i = 0; i < actions; ++i) {
        action.noise = barostat_noise(7, i);
        BarostatState state;
        const StrainNumbers s = barostat.act(action, state, none).strain;
        const double of_volume = s[0] + s[1] + s[2];
        mean += of_volume / actions;
        square += of_volume * of_volume / actions;
        square_z += s[2] * s[2] / actions;
    }
    // 2 kT beta t / (tau V) of ln V, whatever edges change together; a third of it for an edge
    // that changes by itself, a ninth for each where all do.
    const double expected = 2 * 1.5 * 0.3 * 0.02 / (4 * 1000);
    CHECK(std::abs(mean) < 4 * std::sqrt(expected / actions));
    CHECK(square == Approx(expected).epsilon(0.05));
    CHECK(square_z ==
          Approx(coupling == BoxCoupling::isotropic ? expected / 9 : expected / 3).epsilon(0.05));
}

TEST_CASE("a thermostat sees the velocities that cell rescaling leaves", "[cell_rescaling]") {
    const CellRescaling barostat{4, 0.3, BoxCoupling::isotropic, false};
    BarostatAction action = at({2, 2, 2}, 100);
    action.kinetic2 = {300, 300, 300};
    action.time = 0.4;
    BarostatState state;
    double seen = 0;
    const BoxMove move = barostat.act(action, state, [&](double kinetic) {
        seen = kinetic;
        return 0.5;
    });
    const double factor = std::exp(0.3 * 0.4 / 12 * 3); // the pressure is 3 more than wanted
    CHECK(move.next.xx == Approx(factor).epsilon(1e-12));
    CHECK(seen == Approx(450 / (factor * factor)).epsilon(1e-12));
    CHECK(move.velocities.xx == Approx(0.5 / factor).epsilon(1e-12));
}

TEST_CASE("a move that no box can make leaves the state of cell rescaling", "[cell_rescaling]") {
    const CellRescaling barostat{4, 0.3, BoxCoupling::isotropic, false};
    const double pressure = GENERATE(1e6, -1e6, std::nan(""));
    BarostatState state;
    CHECK_FALSE(barostat.act(at({pressure, 2, 2}, 100), state, none).possible());
    CHECK(state == BarostatState{});
}
