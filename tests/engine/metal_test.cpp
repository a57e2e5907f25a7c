// SPDX-License-Identifier: BSD-3-Clause
// Runs with forces that take a round.
#include <cmath>
#include <numbers>

#include "engine/engine_cases.hpp"
#include "support/catch.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A crystal of 256 atoms.
struct Metal : Fluid {
    Metal() : Fluid(4, std::numbers::sqrt2, Truncation::cut, 2.4) { field = alloy(1); }
};

/// Energies and temperatures of a run at constant energy, from a hot crystal.
template <class P>
std::vector<Thermo> run_hot(const Metal& metal, double time_step, double time, Step every) {
    SimulationOn<P, Host> simulation(alone(), metal.setup);
    simulation.start(metal.records<P>());
    simulation.draw_velocities(1.0, true);
    Collector collector(every);
    simulation.run(nve(static_cast<Step>(std::lround(time / time_step)), time_step), collector);
    return collector.seen();
}

double energy_error(const std::vector<Thermo>& seen) {
    std::vector<double> energy;
    for (const Thermo& t : seen) energy.push_back(t.total());
    return std::sqrt(Estimate(energy, 1).variance);
}

} // namespace

TEST_CASE("a metal keeps its energy, the better the shorter its time step", "[simulation]") {
    const Metal metal;
    const auto seen = run_hot<DoublePrecision>(metal, 0.004, 2.0, 1);
    const double coarse = energy_error(seen);
    const double fine = energy_error(run_hot<DoublePrecision>(metal, 0.002, 2.0, 1));
    CHECK(coarse / fine == Approx(4).epsilon(0.2));
    CHECK(fine < 1e-4 * 256);
    CHECK(seen.front().total() < -20 * 256); // bound by many k_B T
}

TEMPLATE_TEST_CASE("a metal that is watched has the same run", "[simulation]", MixedPrecision,
                   DoublePrecision) {
    const Metal metal;
    const auto often = run_hot<TestType>(metal, 0.003, 0.6, 5);
    const auto seldom = run_hot<TestType>(metal, 0.003, 0.6, 50);
    CHECK(often.back().total() == seldom.back().total());
    CHECK(often.back().kinetic == seldom.back().kinetic);
    CHECK(often.back().total() == Approx(often.front().total()).epsilon(1e-4));
}
