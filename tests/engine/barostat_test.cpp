// SPDX-License-Identifier: BSD-3-Clause
#include "engine/barostat.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A stage whose barostat weakly couples edges, each by itself.
StageSettings coupled(double pressure) {
    StageSettings stage = nve(100, 0.004);
    BarostatSettings barostat;
    barostat.type = BarostatKind::berendsen;
    barostat.pressure = pressure;
    barostat.relaxation_time = 0.5;
    barostat.compressibility = 0.2;
    barostat.coupling = BoxCoupling::anisotropic;
    barostat.couple_every = 5;
    stage.barostat = barostat;
    return stage;
}

double none(double) { return 1; }

BoxMove act(Barostat& barostat, const StageSettings& stage, Step done, const Thermo& now) {
    return barostat.act(stage, done, coupled_sums_of(now), now.volume, 2997, none);
}

/// A gas of 1000 atoms at kT = 2 in a volume of 500, with a virial along x.
Thermo squeezed(double virial) {
    Thermo thermo;
    thermo.step = 7;
    thermo.volume = 500;
    thermo.kinetic2 = {2000, 2000, 2000, 0, 0, 0};
    thermo.virial = {virial, 0, 0, 0, 0, 0};
    return thermo;
}

} // namespace

TEST_CASE("the wanted pressure goes linearly from the first to the last step", "[barostat]") {
    StageSettings stage = coupled(1);
    CHECK(target_pressure(stage, 50) == 1);
    stage.barostat->pressure_end = 3;
    CHECK(target_pressure(stage, 0) == 1);
    CHECK(target_pressure(stage, 25) == Approx(1.5));
    CHECK(target_pressure(stage, 100) == 3);
}

TEST_CASE("edges follow the pressure, and the work on the atoms is counted", "[barostat]") {
    const StageSettings stage = coupled(4);
    Barostat barostat(3);
    barostat.start(stage, {});
    const auto energy_of = [&](const Barostat& of, const StageSettings& in) {
        return of.energy(in, 0, squeezed(300), 2997);
    };
    CHECK(energy_of(barostat, stage) == 0);
    const BoxMove move = act(barostat, stage, 0, squeezed(300));
    const LowerTriangular<double>& factor = move.next;
    CHECK(move.velocities.xx == 1 / factor.xx);
    CHECK(move.drift.xx == factor.xx);
    // beta t / (3 tau) times the excess of 0.6
    const double strain = 0.2 * 0.02 / (3 * 0.5) * 0.6;
    CHECK(factor.xx == Approx(std::exp(strain)).epsilon(1e-12));
    CHECK(factor.yy == 1);
    CHECK(factor.zz == 1);
    // The gas does work against the barostat: what its virial and its kinetic energy lose.
    const double kinetic = 0.5 * 2000 * (1 - std::exp(-2 * strain));
    const double second = 0.5 * 500 / 0.2 * strain * strain;
    CHECK(energy_of(barostat, stage) == Approx(kinetic + 300 * strain - second).epsilon(1e-9));

    Barostat later(3);
    later.start(stage, barostat.state());
    CHECK(energy_of(later, stage) == energy_of(barostat, stage));
    later.start(nve(100, 0.004), barostat.state());
    CHECK(energy_of(later, nve(100, 0.004)) == 0);
}

TEST_CASE("noise of a barostat follows from seed and step alone", "[barostat]") {
    StageSettings stage = coupled(4);
    stage.barostat->type = BarostatKind::cell_rescaling;
    stage.temperature = 2;
    const auto at = [&](std::uint64_t seed, Step step) {
        Barostat barostat(seed);
        barostat.start(stage, {});
        Thermo thermo = squeezed(0);
        thermo.step = step;
        return act(barostat, stage, 10, thermo).next.xx;
    };
    CHECK(at(3, 7) == at(3, 7));
    CHECK(at(3, 7) != at(3, 8));
    CHECK(at(3, 7) != at(4, 7));
    CHECK(at(3, 7) != 1);
}

TEST_CASE("a box that would leap is a fault", "[barostat]") {
    const StageSettings stage = coupled(1000);
    Barostat barostat(3);
    barostat.start(stage, {});
    CHECK_THROWS_AS(expect_possible(act(barostat, stage, 0, squeezed(0)), stage, 0), PhysicsError);
}

TEST_CASE("the tail correction enters the pressure that couples", "[barostat]") {
    const StageSettings stage = coupled(4);
    const auto next = [&](double virial, double tail) {
        Barostat barostat(3);
        barostat.start(stage, {});
        Thermo thermo = squeezed(virial);
        thermo.tail_virial = tail;
        return act(barostat, stage, 0, thermo).next;
    };
    CHECK(next(0, 900).xx == next(300, 0).xx);
    CHECK(next(0, 900).yy > 1);
}

TEST_CASE("a device is handed what each action of a batch keeps to", "[barostat]") {
    StageSettings stage = coupled(1);
    stage.temperature = 2;
    Barostat barostat(3);
    CHECK_FALSE(barostat.on_batch(stage, 1000, 1007, 1030, 2997).acts.any());
    BarostatState state;
    state.work = 17;
    barostat.start(stage, state);
    const BatchBarostat one = barostat.on_batch(stage, 1000, 1007, 1030, 2997);
    CHECK(one.acts == StepSeries{1000, 5});
    CHECK(one.time == 5 * stage.time_step);
    CHECK(one.state == state);
    CHECK(one.pressure == std::vector<double>{1});
    CHECK(one.temperature == std::vector<double>{2});
    stage.barostat->pressure_end = 3;
    const BatchBarostat ramp = barostat.on_batch(stage, 1000, 1007, 1030, 2997);
    REQUIRE(ramp.pressure.size() == 4); // steps 1010 to 1025
    CHECK(ramp.pressure.front() == target_pressure(stage, 10));
    CHECK(ramp.pressure.back() == target_pressure(stage, 25));
    CHECK(ramp.temperature == std::vector<double>{2, 2, 2, 2});
}

TEST_CASE("energy under a piston is conserved, to the square of the time step", "[barostat]") {
    const auto coupling = GENERATE(BoxCoupling::isotropic, BoxCoupling::semi_isotropic,
                                   BoxCoupling::anisotropic, BoxCoupling::full);
    const double tilt = coupling == BoxCoupling::anisotropic ? 0.7 : 0;
    const auto error_of = [&](double time_step, Step steps) {
        Fluid fluid(4, 0.75, Truncation::smooth, 2.5);
        fluid.setup.box_changes = true;
        fluid.setup.domain.box.edges.xy = tilt;
        fluid.setup.grid_rule = {fluid.setup.domain.list_range, fluid.setup.domain.total_atoms, 64,
                                 false};
        SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
        simulation.start(fluid.records<DoublePrecision>());
        simulation.draw_velocities(1.5, true);
        StageSettings stage = nose_hoover(steps, time_step, 1.2, 0.4);
        stage.barostat = BarostatSettings{};
        stage.barostat->type = BarostatKind::mtk;
        stage.barostat->pressure = 3;
        stage.barostat->relaxation_time = 0.5;
        stage.barostat->coupling = coupling;
        Collector seen(1);
        simulation.run(stage, seen);
        CHECK(std::abs(seen.seen().back().volume / seen.seen().front().volume - 1) > 0.02);
        double worst = 0;
        for (const Thermo& t : seen.seen())
            worst = std::max(worst, std::abs(t.conserved() - seen.seen().front().conserved()));
        return worst;
    };
    const double coarse = error_of(0.004, 200);
    const double fine = error_of(0.002, 400);
    CHECK(coarse < 1.5); // of 256 atoms
    CHECK(coarse / fine == Approx(4).epsilon(0.2));
}
