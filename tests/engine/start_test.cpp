// SPDX-License-Identifier: BSD-3-Clause
// What a run begins with, and how long its lists are used.
#include <cmath>

#include "engine/draw_velocities.hpp"
#include "engine/engine_cases.hpp"
#include "engine/start_records.hpp"
#include "support/all_pairs.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The fluid with atoms of two species in turns, one four times as heavy as the other.
struct Mixture : Fluid {
    ForceField alike;

    Mixture() : Fluid(4, 0.8, Truncation::cut), alike(like_and_like()) {
        setup.force_field = &alike;
        setup.mass = {1.0, 4.0};
        setup.count_of_type = {128, 128};
    }

    static ForceField like_and_like() {
        const PairInteraction pair{LennardJonesParams{1, 1}, 2.5, Truncation::cut, 0};
        ForceFieldSpec spec;
        spec.species = {"A", "B"};
        spec.pairs = {{"", 0, 0, pair}, {"", 0, 1, pair}, {"", 1, 1, pair}};
        return ForceField(spec);
    }

    template <class P> std::vector<AtomRecord<P>> records() const {
        auto all = Fluid::records<P>();
        for (AtomRecord<P>& r : all) r.site.type = static_cast<typename P::Fraction>(r.id % 2);
        return all;
    }
};

/// Calls look(atoms) after each step of a melting crystal; returns how often lists were
/// rebuilt.
template <class P, class Look> std::int64_t watch_melt(const Fluid& fluid, const Look& look) {
    SimulationOn<P, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(1.44, true);
    Collector nothing(0);
    const StageSettings step = nve(1, 0.005);
    for (int k = 0; k < 200; ++k) {
        if (k > 0) simulation.next_stage(step);
        REQUIRE(simulation.run(step, nothing));
        look(simulation.atoms());
    }
    return simulation.intervals().rebuilds;
}

} // namespace

TEST_CASE("the wanted temperature goes evenly from one end of a stage to the other") {
    StageSettings stage = langevin(200, 0.004, 1.5, 1.0);
    CHECK(target_temperature(stage, 0) == 1.5);
    CHECK(target_temperature(stage, 200) == 1.5);
    stage.temperature_end = 0.5;
    CHECK(target_temperature(stage, 0) == 1.5);
    CHECK(target_temperature(stage, 50) == Approx(1.25));
    CHECK(target_temperature(stage, 200) == Approx(0.5));
    stage.steps = 0;
    CHECK(target_temperature(stage, 0) == 1.5);
}

TEST_CASE("each species gets the same temperature, and the mixture stays where it is") {
    const Mixture mixture;
    SimulationOn<DoublePrecision, Host> simulation(alone(), mixture.setup);
    simulation.start(mixture.records<DoublePrecision>());
    simulation.draw_velocities(1.3, true);
    double kinetic[2] = {0, 0};
    Vec3<double> momentum{0, 0, 0};
    for (const AtomRecord<DoublePrecision>& r : records_of(simulation.atoms())) {
        const auto type = static_cast<std::size_t>(r.site.type);
        const Vec3<double> v{r.velocity.x, r.velocity.y, r.velocity.z};
        kinetic[type] += 0.5 * mixture.setup.mass[type] * dot(v, v);
        momentum = momentum + mixture.setup.mass[type] * v;
    }
    CHECK(kinetic[0] + kinetic[1] == Approx(0.5 * (3 * 256 - 3) * 1.3).epsilon(1e-12));
    // 384 degrees of freedom each: a standard error of 7 %, and a factor 4 if masses were mixed up.
    CHECK(kinetic[1] / kinetic[0] == Approx(1).epsilon(0.3));
    CHECK(std::sqrt(dot(momentum, momentum)) < 1e-10);
}

TEST_CASE("image counts across open faces mean nothing and are dropped") {
    std::vector<AtomRecord<MixedPrecision>> atoms(1);
    for (const std::array<bool, 3> periodic : {std::array<bool, 3>{true, true, true},
                                               {false, true, true},
                                               {true, false, true},
                                               {true, true, false},
                                               {false, false, false}}) {
        atoms[0].image = {3, -4, 5};
        drop_images<MixedPrecision>(atoms, periodic);
        CHECK(atoms[0].image ==
              Vec3<std::int32_t>{periodic[0] ? 3 : 0, periodic[1] ? -4 : 0, periodic[2] ? 5 : 0});
    }
}

TEMPLATE_TEST_CASE("lists serve while no atom has moved half the skin, and nearly that long", "",
                   MixedPrecision, DoublePrecision) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    double longest = 0;
    const std::int64_t rebuilds = watch_melt<TestType>(fluid, [&](const AtomView<TestType>& atoms) {
        const double moved = farthest_moved(records_of(atoms), fluid.setup.domain.box.edges);
        longest = std::max(longest, moved);
    });
    CHECK(rebuilds > 10);
    CHECK(longest <= fluid.setup.skin / 2 * (1 + 1e-6));
    CHECK(longest > 0.8 * fluid.setup.skin / 2);
}

TEMPLATE_TEST_CASE("lists are used until a pair is missing, where pairs are searched", "",
                   MixedPrecision, DoublePrecision) {
    Fluid fluid(5, 0.8442, Truncation::cut);
    fluid.setup.search_pairs = true;
    double longest = 0;
    const std::int64_t rebuilds = watch_melt<TestType>(fluid, [&](const AtomView<TestType>& atoms) {
        const AllPairs<TestType> pairs(fluid.field, fluid.setup.domain.box, fluid.setup.skin,
                                       *atoms.particles);
        const MissingPairsFound found = pairs.look();
        CHECK_FALSE(found.surely);
        longest = std::max(longest, found.farthest);
    });
    CHECK(rebuilds > 5);
    CHECK(longest > 0.65 * fluid.setup.skin);
    CHECK(longest < searched_move * fluid.setup.skin);
}

TEST_CASE("time goes on from stage to stage, each with its own step") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.5, true);
    Collector seen(10);
    double expected = 0;
    Step step = 0;
    StageSettings before;
    for (const StageSettings& stage :
         {nve(20, 0.004), langevin(30, 0.002, 1.0, 1.0), nve(10, 0.001)}) {
        if (step > 0) simulation.next_stage(before);
        REQUIRE(simulation.run(stage, seen));
        expected += static_cast<double>(stage.steps) * stage.time_step;
        step += stage.steps;
        CHECK(seen.seen().back().step == step);
        CHECK(seen.seen().back().time == Approx(expected).epsilon(1e-13));
        before = stage;
    }
}

TEST_CASE("a stage with a thermostat begins with one at rest, whatever the stage before had") {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.5, true);
    Collector seen(1);
    const StageSettings first =
        GENERATE(nose_hoover(20, 0.004, 1.0, 0.5), velocity_rescaling(20, 0.004, 1.0, 0.5));
    REQUIRE(simulation.run(first, seen));
    CHECK(seen.seen().back().couplings != 0);
    simulation.next_stage(first);
    const std::size_t before = seen.seen().size();
    REQUIRE(simulation.run(first, seen));
    CHECK(seen.seen()[before].couplings == 0);
}
