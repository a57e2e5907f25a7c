// SPDX-License-Identifier: BSD-3-Clause
// What the physics of a run must be, whatever the decomposition: what is conserved, what is a
// fault.
#include "engine/simulation.hpp"

#include <limits>
#include <string>

#include "core/error.hpp"
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A liquid near its triple point, brought to equilibrium and then left alone.
template <class P> std::vector<AtomRecord<P>> equilibrated(const Fluid& fluid, double temperature) {
    SimulationOn<P, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<P>());
    simulation.draw_velocities(2 * temperature, true);
    Collector nothing(0);
    simulation.run(langevin(1500, 0.004, temperature, 2.0), nothing);
    simulation.remove_drift();
    return records_of(simulation.atoms());
}

/// The rms deviation of the energy from its mean over a time of 1.6 [time].
double energy_error(const Fluid& fluid, const std::vector<AtomRecord<DoublePrecision>>& atoms,
                    double time_step) {
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(atoms);
    Collector collector(1);
    simulation.run(nve(static_cast<Step>(std::lround(1.6 / time_step)), time_step), collector);
    std::vector<double> energy;
    for (const Thermo& t : collector.seen()) energy.push_back(t.total());
    return std::sqrt(Estimate(energy, 1).variance);
}

} // namespace

TEST_CASE("the energy error falls as the square of the time step", "[simulation]") {
    const Fluid fluid(4, 0.8442, Truncation::smooth);
    const auto atoms = equilibrated<DoublePrecision>(fluid, 0.9);
    const double coarse = energy_error(fluid, atoms, 0.008);
    const double middle = energy_error(fluid, atoms, 0.004);
    const double fine = energy_error(fluid, atoms, 0.002);
    INFO(coarse << " " << middle << " " << fine);
    CHECK(coarse / middle == Approx(4).epsilon(0.15));
    CHECK(middle / fine == Approx(4).epsilon(0.15));
}

TEMPLATE_TEST_CASE("momentum is conserved to rounding", "[simulation]", MixedPrecision,
                   DoublePrecision) {
    const Fluid fluid(4, 0.8442, Truncation::force_shift);
    SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<TestType>());
    simulation.draw_velocities(1.44, true);
    Collector collector(100);
    simulation.run(nve(2000, 0.005), collector);
    REQUIRE(simulation.intervals().rebuilds > 100);
    // Each step rounds the velocity and the force of each atom; the errors add like a random walk:
    // 4 sqrt(2 N steps) times half a unit in the last place of a velocity of up to 4.
    const double unit =
        static_cast<double>(std::numeric_limits<typename TestType::Real>::epsilon());
    const double limit = 4 * std::sqrt(2.0 * 256 * 2000) * 2 * unit;
    for (const Thermo& t : collector.seen()) {
        for (int d = 0; d < 3; ++d) CHECK(std::abs(t.momentum[d]) < limit);
    }
}

TEMPLATE_TEST_CASE("a run in pieces and a run that is watched are the same run", "[simulation]",
                   MixedPrecision, DoublePrecision) {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    const auto run = [&fluid](Step every) {
        SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
        simulation.start(fluid.records<TestType>());
        simulation.draw_velocities(1.44, true);
        Collector collector(every);
        simulation.run(nve(200, 0.005), collector);
        return std::make_pair(collector.seen(), records_of(simulation.atoms()));
    };
    const auto rarely = run(50);
    const auto often = run(1);
    for (std::size_t k = 0; k < rarely.first.size(); ++k) {
        CHECK(rarely.first[k].potential == often.first[50 * k].potential);
        CHECK(rarely.first[k].kinetic == often.first[50 * k].kinetic);
        CHECK(rarely.first[k].virial == often.first[50 * k].virial);
    }
    CHECK(same_bits<TestType>(rarely.second, often.second));
}

TEST_CASE("velocities are drawn with exactly the temperature wanted", "[simulation]") {
    const Fluid fluid(4, 0.8442, Truncation::cut);
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.3, true);
    Collector collector(1);
    simulation.run(nve(0, 0.005), collector);
    REQUIRE(collector.seen().size() == 1);
    CHECK(collector.seen()[0].temperature == Approx(1.3).epsilon(1e-12));
    CHECK(std::abs(collector.seen()[0].momentum.x) < 1e-12);
}

TEMPLATE_TEST_CASE("what noise gave the centre of mass ends with the noise", "[simulation]",
                   MixedPrecision, DoublePrecision) {
    const Fluid fluid(3, 0.7, Truncation::smooth);
    const StageSettings noisy = langevin(200, 0.004, 1.0, 5.0);
    const StageSettings calm = GENERATE(nve(100, 0.004), nose_hoover(100, 0.004, 1.0, 0.5),
                                        velocity_rescaling(100, 0.004, 1.0, 0.5));
    SimulationOn<TestType, Host> whole(alone(), fluid.setup);
    whole.start(fluid.records<TestType>());
    whole.draw_velocities(1.5, true);
    Collector seen(100);
    whole.run(noisy, seen);
    const auto pushed = seen.seen().back().momentum;
    REQUIRE(dot(pushed, pushed) > 1);

    // As from checkpoints: at the end of the noise, and within the stage that follows.
    const std::vector<AtomRecord<TestType>> atoms = records_of(whole.atoms());
    const RunProgress at = whole.progress();
    whole.next_stage(noisy);
    const StageSettings none = nve(0, 0.004); // a stage without steps changes nothing
    whole.run(none, seen);
    CHECK(seen.seen().back().momentum == pushed);
    whole.next_stage(none);
    whole.run(calm, seen);
    const auto rest = seen.seen().back().momentum;
    CHECK(std::sqrt(dot(rest, rest)) < 1e-3);

    SimulationOn<TestType, Host> second(alone(), fluid.setup);
    second.start(atoms, at);
    second.run(noisy, seen);
    second.next_stage(noisy);
    StageSettings part = calm;
    part.steps = 40;
    second.run(part, seen);
    SimulationOn<TestType, Host> third(alone(), fluid.setup);
    third.start(records_of(second.atoms()), second.progress());
    third.run(calm, seen);
    CHECK(same_bits<TestType>(records_of(whole.atoms()), records_of(third.atoms())));
}

TEST_CASE("one atom alone keeps its motion", "[simulation]") {
    Fluid fluid(3, 0.7, Truncation::smooth);
    fluid.setup.domain.total_atoms = 1;
    fluid.setup.count_of_type = {1};
    auto atoms = fluid.records<DoublePrecision>();
    atoms.resize(1);
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(atoms);
    simulation.draw_velocities(1.5, true);
    Collector seen(10);
    simulation.run(langevin(10, 0.004, 1.0, 5.0), seen);
    simulation.next_stage(langevin(10, 0.004, 1.0, 5.0));
    simulation.run(nve(10, 0.004), seen);
    CHECK(seen.seen().front().temperature == Approx(1.5));
    CHECK(seen.seen().back().kinetic == seen.seen()[1].kinetic);
    CHECK(seen.seen().back().kinetic > 0);
}

TEMPLATE_TEST_CASE("a move beyond half of a small box is a fault, not another image",
                   "[simulation]", MixedPrecision, DoublePrecision) {
    Fluid fluid(2, 0.8442, Truncation::cut, 4.0);
    fluid.setup.domain.species = {"Ar"};
    const double edge = fluid.setup.domain.box.edges.xx;
    REQUIRE(edge < 4.0);
    for (const double part : {0.6, 1.0}) {
        CAPTURE(part);
        auto atoms = fluid.records<TestType>();
        const auto speed = static_cast<typename TestType::Real>(part * edge / 0.005);
        atoms[5].velocity = {speed / 11, speed, speed / 17, 0}; // to a place far from others
        SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
        simulation.start(atoms);
        Collector nothing(0);
        std::string told;
        try {
            simulation.run(nve(1, 0.005), nothing);
        } catch (const PhysicsError& error) {
            told = error.what();
        }
        CHECK(told.find("atom 6 (species \"Ar\")") != std::string::npos);
        CHECK(told.find("moved farther") != std::string::npos);
    }
}
