// SPDX-License-Identifier: BSD-3-Clause
#include "engine/deformation.hpp"

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "engine/deformed_cases.hpp"
#include "engine/simulated_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// A stage that stretches along x, shrinks along z and shears, beyond the window of the frame.
StageSettings strained(Step steps) {
    StageSettings stage = nve(steps, 0.004);
    stage.deform = {strain(StrainComponent::xx, 0.1), strain(StrainComponent::zz, -0.05),
                    strain(StrainComponent::xy, 0.04)};
    return stage;
}

/// Stops a run at a step, to which no batch of a device leads on without it.
class StopAt final : public Observer {
  public:
    explicit StopAt(Step at) : at_(at) {}
    StepNeeds needs(Step step) const override { return {false, step == at_}; }
    void observe(const Observation&) override {}
    Request request(Step step) override { return step >= at_ ? Request::stop : Request::none; }

  private:
    Step at_;
};

/// The energy of all pairs within the cutoff, over the images of the box.
template <class P> double energy_by_pairs(const AtomView<P>& atoms, const ForceField& field) {
    const auto records = records_of(atoms);
    const LowerTriangular<double>& edges = atoms.box->edges;
    const auto turns = [](auto a, auto b) {
        using Unsigned = std::make_unsigned_t<decltype(a)>;
        const auto gap = static_cast<std::make_signed_t<decltype(a)>>(static_cast<Unsigned>(a) -
                                                                      static_cast<Unsigned>(b));
        return std::ldexp(static_cast<double>(gap), -8 * static_cast<int>(sizeof gap));
    };
    const auto place_of = [](const AtomRecord<P>& r) {
        return Vec3<typename P::Fraction>{advanced(r.site.x, r.moved.x),
                                          advanced(r.site.y, r.moved.y),
                                          advanced(r.site.z, r.moved.z)};
    };
    double energy = 0;
    for (std::size_t i = 0; i < records.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto a = place_of(records[i]), b = place_of(records[j]);
            const Vec3<double> gap{turns(a.x, b.x), turns(a.y, b.y), turns(a.z, b.z)};
            for (int x = -1; x <= 1; ++x) {
                const Vec3<double> d = (gap + Vec3<double>{static_cast<double>(x), 0, 0}) * edges;
                if (dot(d, d) < 2.5 * 2.5) energy += field.evaluate(0, 0, dot(d, d)).energy;
            }
        }
    return energy;
}

} // namespace

TEST_CASE("edges follow the strains of a stage", "[deformation]") {
    const LowerTriangular<double> start{10, 1, 8, -2, 0.5, 6};
    StageSettings stage = strained(100);
    CHECK(deformed_edges(start, stage, 0) == start);
    const LowerTriangular<double> half = deformed_edges(start, stage, 50);
    CHECK(half.xx == Approx(10 * 1.02));
    CHECK(half.xy == Approx(1 * 1.02 + 8 * 0.008)); // the second edge, by its own y
    CHECK(half.yy == 8);
    CHECK(half.xz == Approx(-2 * 1.02 + 0.5 * 0.008));
    CHECK(half.yz == 0.5);
    CHECK(half.zz == Approx(6 * 0.99));

    stage.deform = {strain(StrainComponent::yy, -0.3)};
    stage.deform[0].path = StrainPath::true_;
    CHECK(deformed_edges(start, stage, 100).yy == Approx(8 * std::exp(-0.12)));
    CHECK(deformed_edges(start, stage, 100).yz == Approx(0.5 * std::exp(-0.12)));

    DeformSettings& deform = stage.deform[0];
    deform = {StrainComponent::yz, StrainPath::oscillating, std::nullopt, 0.2, 0.16};
    CHECK(deformed_edges(start, stage, 10).yz == Approx(0.5 + 6 * 0.2)); // a quarter of a period
    CHECK(deformed_edges(start, stage, 40).yz == Approx(0.5));
    deform = {StrainComponent::xz, StrainPath::once, std::nullopt, -0.1, std::nullopt};
    CHECK(deformed_edges(start, stage, 0) == start);
    CHECK(deformed_edges(start, stage, 1).xz == Approx(-2 - 0.6));
    CHECK(deformed_edges(start, stage, 100) == deformed_edges(start, stage, 1));
}

TEMPLATE_TEST_CASE("forces are those of the box of their step, whatever lists are of",
                   "[deformation]", MixedPrecision, DoublePrecision) {
    const Deformable fluid;
    SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<TestType>());
    simulation.draw_velocities(1.2, true);
    for (const Step steps : {30, 31, 170, 400}) {
        Collector last(1);
        if (simulation.progress().step > 0)
            simulation.next_stage(
                strained(simulation.progress().step - simulation.progress().stage_first));
        REQUIRE(simulation.run(strained(steps), last));
        const double rounding = sizeof(typename TestType::Real) == 4 ? 1e-5 : 1e-9;
        CHECK(last.seen().back().potential ==
              Approx(energy_by_pairs(simulation.atoms(), fluid.field)).epsilon(rounding));
        CHECK(last.seen().back().volume == Approx(simulation.box().now.volume()));
    }
    CHECK_FALSE(simulation.box().frame.box.edges == fluid.setup.domain.box.edges);
    CHECK(simulation.intervals().rebuilds > 5);
}

TEMPLATE_TEST_CASE("a strained run that was stopped goes on with the same bits", "[deformation]",
                   Host, Device) {
    using Run = SimulationOn<MixedPrecision, TestType>;
    const Deformable fluid;
    const StageSettings stage = strained(400);
    Collector nothing(50);
    Run whole(alone(), fluid.setup);
    whole.start(fluid.records<MixedPrecision>());
    whole.draw_velocities(1.2, true);
    REQUIRE(whole.run(stage, nothing));
    const auto expected = records_of(whole.atoms());
    for (const Step stop : {1, 60, 141, 250, 330}) {
        Run first(alone(), fluid.setup);
        first.start(fluid.records<MixedPrecision>());
        first.draw_velocities(1.2, true);
        StopAt stopper(stop);
        REQUIRE_FALSE(first.run(stage, stopper));
        Deformable other;
        other.setup.domain.box = first.box().now;
        other.setup.domain.grid = other.setup.grid_rule.grid_for(first.box().now);
        Run second(alone(), other.setup);
        RunProgress at = first.progress();
        at.boxes = first.box().earlier();
        second.start(records_of(first.atoms()), at);
        REQUIRE(second.run(stage, nothing));
        CHECK(second.box().now.edges == whole.box().now.edges);
        CHECK(same_bits<MixedPrecision>(expected, records_of(second.atoms())));
    }
}

TEST_CASE("batches of a device deform the box as a processor does", "[deformation]") {
    const Deformable fluid;
    const StageSettings stage = strained(400);
    Collector on_host(50), on_device(50);
    SimulationOn<MixedPrecision, Host> host(alone(), fluid.setup);
    SimulationOn<MixedPrecision, Device> device(alone(), fluid.setup);
    host.start(fluid.records<MixedPrecision>());
    host.draw_velocities(1.2, true);
    REQUIRE(host.run(stage, on_host));
    const std::int64_t before = steps_ahead;
    device.start(fluid.records<MixedPrecision>());
    device.draw_velocities(1.2, true);
    REQUIRE(device.run(stage, on_device));
    CHECK(steps_ahead > before + 350);
    CHECK(device.box().now.edges == host.box().now.edges);
    CHECK_FALSE(device.box().frame.box.edges == fluid.setup.domain.box.edges);
    REQUIRE(on_device.seen().size() == on_host.seen().size());
    for (std::size_t i = 0; i < on_host.seen().size(); ++i) {
        CHECK(on_device.seen()[i].volume == on_host.seen()[i].volume);
        CHECK(on_device.seen()[i].potential ==
              Approx(on_host.seen()[i].potential).epsilon(i < 2 ? 1e-5 : 0.05));
    }
}

TEST_CASE("a skin is used up by strain", "[deformation]") {
    const Deformable fluid;
    BoxState box = fluid.setup.starting_box();
    const double half = usable_skin / 2;
    CHECK(fluid.setup.allowed_move(box) == fluid.setup.skin * half);
    box.now.edges.xx *= 1.04; // what grows brings no pair nearer
    CHECK(fluid.setup.allowed_move(box) == fluid.setup.skin * half);
    CHECK_FALSE(box.leaves_frame());
    box.now.edges.yy *= 0.95 + 1e-9;
    CHECK(fluid.setup.allowed_move(box) == Approx((0.3 - 0.05 * 2.8) * half));
    CHECK_FALSE(box.leaves_frame());
    box.now.edges.yy *= 0.999;
    CHECK(box.leaves_frame());
    box = fluid.setup.starting_box();
    box.now.edges.xy = 0.2 * box.now.edges.yy;
    CHECK(least_length_ratio(box.built.edges, box.now.edges) == Approx(0.8));
    CHECK(fluid.setup.allowed_move(box) < 0);
}
