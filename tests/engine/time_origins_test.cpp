// SPDX-License-Identifier: BSD-3-Clause
// Time origins, against sums over the columns of the same steps, on the host and on a simulated
// device.
#include <algorithm>

#include "engine/simulated_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Vectors = Buffer<Vec3<double>, Host>;

template <class Product>
FixedSum sum_of(const Product& product, const Vectors& then, const Vectors& now) {
    FixedSum sum(fixed_scale::correlation);
    for (std::size_t i = 0; i < now.size(); ++i) sum.add(product(then[i], now[i]));
    return sum;
}

} // namespace

TEMPLATE_TEST_CASE("time origins give the sums of what was and is", "[time_origins]", Host,
                   Device) {
    const Fluid fluid(8, 0.8, Truncation::cut, 2.5);
    SimulationOn<MixedPrecision, TestType> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    simulation.draw_velocities(1.44, true);
    const column::Unwrapped unwrapped{fluid.setup.domain.box.edges};
    const auto origins = simulation.time_origins({unwrapped, product::SquaredDistance{}, 1});
    std::vector<Vectors> kept;
    Vectors now;
    Collector collector(0);
    for (int sample = 0; sample < 5; ++sample) {
        REQUIRE(simulation.run(nve(20 * (sample + 1), 0.005), collector));
        origins->look(fluid.setup.domain.box.edges);
        simulation.table()->fill(unwrapped, now);
        if (sample == 3) {
            origins->drop_oldest();
            kept.erase(kept.begin());
        }
        if (sample != 1) {
            origins->keep();
            Vectors copy(now.size());
            std::copy(now.begin(), now.end(), copy.begin());
            kept.push_back(std::move(copy));
        }
        const std::vector<FixedSum> sums = origins->sums();
        REQUIRE(sums.size() == kept.size());
        for (std::size_t k = 0; k < kept.size(); ++k)
            CHECK(sums[k] == sum_of(product::SquaredDistance{}, kept[k], now));
    }
    CHECK(origins->sums().front().value() > 1);

    const auto resumed = simulation.time_origins({unwrapped, product::SquaredDistance{}, 1});
    for (std::size_t k = 0; k < origins->size(); ++k) resumed->restore(origins->array(k));
    resumed->look(fluid.setup.domain.box.edges);
    CHECK(resumed->sums() == origins->sums());
}

TEST_CASE("what a box carries atoms is left out of positions", "[time_origins]") {
    Fluid fluid(4, 0.8442, Truncation::cut);
    fluid.setup.box_changes = true;
    fluid.setup.grid_rule = {fluid.setup.domain.list_range, fluid.setup.domain.total_atoms, 64,
                             false};
    StageSettings still = nve(60, 0.005); // atoms at rest in a crystal that grows and slants
    DeformSettings grows, slants;
    grows.rate = 0.3;
    slants.component = StrainComponent::xy;
    slants.rate = 0.2;
    still.deform = {grows, slants};
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    const auto make = [&] {
        return simulation.time_origins({column::Unwrapped{}, product::SquaredDistance{}, 1});
    };
    const auto origins = make();
    origins->look(simulation.box().now.edges);
    origins->keep();
    const auto copy = make();
    Collector collector(0);
    Vectors before, after;
    simulation.table()->fill(column::Unwrapped{simulation.box().now.edges}, before);
    for (int part = 1; part <= 3; ++part) {
        StageSettings so_far = still;
        so_far.steps = 20 * part;
        REQUIRE(simulation.run(so_far, collector));
        if (part == 2) {
            copy->restore(origins->array(0));
            copy->restore(origins->carried());
        }
        origins->look(simulation.box().now.edges);
        if (part >= 2) copy->look(simulation.box().now.edges);
    }
    simulation.table()->fill(column::Unwrapped{simulation.box().now.edges}, after);
    const double carried = sum_of(product::SquaredDistance{}, before, after).value();
    CHECK(carried > 1);
    CHECK(origins->sums().front().value() < 0.01 * carried);
    CHECK(copy->sums() == origins->sums());
}

#ifndef NDEBUG
TEST_CASE("time origins without a look keep nothing", "[time_origins][contract]") {
    const Fluid fluid(3, 0.8, Truncation::cut, 2.5);
    SimulationOn<MixedPrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<MixedPrecision>());
    const auto origins = simulation.time_origins({column::WideVelocity{}, product::Scalar{}, 1});
    CHECK_THROWS_WITH(origins->keep(), ContainsSubstring("now_ != nullptr"));
}
#endif
