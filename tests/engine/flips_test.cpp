// SPDX-License-Identifier: BSD-3-Clause
// Boxes that shear far, and are replaced by less slanted ones of the same lattice.
#include <cmath>

#include "core/images.hpp"
#include "engine/deformation.hpp"
#include "engine/deformed_cases.hpp"
#include "engine/flip_atoms.hpp"
#include "engine/simulated_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

struct Sheared : Deformable {
    explicit Sheared(int edge_cells = 5, double density = 0.9) : Deformable(edge_cells, density) {
        setup.box_changes = true;
    }
};

/// All three tilts grow; xy comes to 3 in 400 steps.
StageSettings sheared(Step steps) {
    StageSettings stage = nve(steps, 0.002);
    stage.deform = {strain(StrainComponent::xy, 3.75), strain(StrainComponent::yz, -2.5),
                    strain(StrainComponent::xz, 1.25)};
    return stage;
}

/// Where the atom is now, from the corner of the box [length].
template <class P> Vec3<double> place_of(const AtomRecord<P>& r, const Box& box) {
    return box.to_position({to_double(advanced(r.site.x, r.moved.x)),
                            to_double(advanced(r.site.y, r.moved.y)),
                            to_double(advanced(r.site.z, r.moved.z))});
}

/// The energy of all pairs of these places within the cutoff, over all images of a box.
double energy_of(const std::vector<Vec3<double>>& places, const Box& box, const ForceField& field) {
    const std::vector<Vec3<double>> images = image_vectors(box, 2.5);
    const auto nearest = [&](const Vec3<double>& d) {
        const Vec3<double> s = d * inverse(box.edges);
        return Vec3<double>{s.x - std::round(s.x), s.y - std::round(s.y), s.z - std::round(s.z)} *
               box.edges;
    };
    double energy = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Vec3<double> gap = nearest(places[i] - places[j]);
            for (const Vec3<double>& image : images) {
                const double r2 = dot(gap + image, gap + image);
                if (r2 < 2.5 * 2.5) energy += field.evaluate(0, 0, r2).energy;
            }
        }
    return energy;
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

} // namespace

TEMPLATE_TEST_CASE("a sheared box has the lattice and the energy of the strain, flipped or not",
                   "[flip]", Host, Device) {
    const Sheared fluid;
    SimulationOn<DoublePrecision, TestType> simulation(alone(), fluid.setup);
    simulation.start(fluid.template records<DoublePrecision>());
    simulation.draw_velocities(1.2, true);
    Step before = 0;
    for (const Step steps : {60, 110, 230, 400}) {
        Collector last(0);
        StopAt stopper(steps);
        steps < 400 ? simulation.run(sheared(400), stopper) : simulation.run(sheared(400), last);
        REQUIRE(simulation.progress().step >= steps);
        const Step done = simulation.progress().step;
        CHECK(done > before);
        before = done;
        const Box& now = simulation.box().now;
        CHECK_FALSE(is_slanted(now.edges));
        Box strained = now;
        strained.edges = deformed_edges(fluid.setup.domain.box.edges, sheared(400), done);
        const LowerTriangular<double> unflipped = simulation.box().unflipped();
        CHECK(unflipped.xy == Approx(strained.edges.xy));
        CHECK(unflipped.xz == Approx(strained.edges.xz));
        CHECK(unflipped.yz == Approx(strained.edges.yz));
        std::vector<Vec3<double>> places;
        for (const auto& r : records_of(simulation.atoms())) places.push_back(place_of(r, now));
        CHECK(energy_of(places, now, fluid.field) ==
              Approx(energy_of(places, strained, fluid.field)).epsilon(1e-9));
    }
    CHECK(simulation.box().flips == LatticeFlip{-3, simulation.box().flips.xz, 2});
    CHECK(std::abs(simulation.box().flips.xz) > 3);
}

TEST_CASE("energies are those of all pairs, in the box that was never flipped", "[flip]") {
    const Sheared fluid;
    SimulationOn<DoublePrecision, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<DoublePrecision>());
    simulation.draw_velocities(1.2, true);
    StageSettings stage = sheared(0);
    for (const Step more : {80, 70, 90, 160}) {
        stage.steps += more;
        Collector last(1);
        REQUIRE(simulation.run(stage, last));
        Box strained = simulation.box().now;
        strained.edges = deformed_edges(fluid.setup.domain.box.edges, stage, stage.steps);
        std::vector<Vec3<double>> places;
        for (const auto& r : records_of(simulation.atoms()))
            places.push_back(place_of(r, simulation.box().now));
        CHECK(last.seen().back().potential ==
              Approx(energy_of(places, strained, fluid.field)).epsilon(1e-9));
    }
    CHECK(simulation.box().flips.xy == -3);
}

TEMPLATE_TEST_CASE("a slanted crystal and its straight box are one system", "[flip]", Host,
                   Device) {
    // Strain by strain and step by step: only the box of one of them has been flipped.
    const Sheared straight(4, 1.05);
    Sheared slanted(4, 1.05);
    const LatticeFlip flip{1, -2, 1};
    slanted.setup.domain.box.edges = flip * straight.setup.domain.box.edges;
    slanted.setup.domain.grid = slanted.setup.grid_rule.grid_for(slanted.setup.domain.box);
    auto atoms = slanted.template records<DoublePrecision>();
    for (auto& r : atoms) flip_atom(flip, r);
    const BarostatKind kind = GENERATE(BarostatKind::mtk, BarostatKind::cell_rescaling);
    StageSettings stage = nose_hoover(60, 0.002, 0.5, 0.4);
    stage.barostat = BarostatSettings{};
    stage.barostat->type = kind;
    stage.barostat->pressure = 3;
    stage.barostat->relaxation_time = 0.5;
    stage.barostat->coupling = BoxCoupling::full;
    if (kind == BarostatKind::cell_rescaling) {
        stage.barostat->compressibility = 0.02;
        stage.barostat->couple_every = 5;
    }
    SimulationOn<DoublePrecision, TestType> one(alone(), straight.setup);
    SimulationOn<DoublePrecision, TestType> other(alone(), slanted.setup);
    one.start(straight.template records<DoublePrecision>());
    other.start(atoms);
    Collector of_one(1), of_other(1);
    for (auto* simulation : {&one, &other}) simulation->draw_velocities(0.5, true);
    REQUIRE(one.run(stage, of_one));
    REQUIRE(other.run(stage, of_other));
    CHECK(one.box().flips.none());
    CHECK(other.box().flips == flip.inverse());
    CHECK_FALSE(is_slanted(other.box().now.edges));
    CHECK(other.box().now.edges.xy == Approx(one.box().now.edges.xy).margin(1e-9));
    CHECK(other.box().now.edges.yz == Approx(one.box().now.edges.yz).margin(1e-9));
    REQUIRE(of_other.seen().size() == of_one.seen().size());
    for (std::size_t i = 0; i < of_one.seen().size(); ++i) {
        const Thermo &a = of_one.seen()[i], &b = of_other.seen()[i];
        CHECK(b.potential == Approx(a.potential).epsilon(1e-9));
        CHECK(b.kinetic == Approx(a.kinetic).epsilon(1e-9));
        CHECK(b.conserved() == Approx(a.conserved()).epsilon(1e-9));
        CHECK(b.volume == Approx(a.volume).epsilon(1e-11));
        for (std::size_t k = 0; k < 6; ++k)
            CHECK(b.pressure_tensor[k] == Approx(a.pressure_tensor[k]).margin(1e-7));
    }
}

TEST_CASE("an fcc crystal is itself again after a shear by two edges", "[flip]") {
    const Sheared crystal(4, 1.05);
    SimulationOn<DoublePrecision, Host> simulation(alone(), crystal.setup);
    simulation.start(crystal.records<DoublePrecision>());
    // At rest, and too short for what rounding sets in motion.
    StageSettings stage = nve(128, 0.001);
    stage.deform = {strain(StrainComponent::xy, 2 / 0.128)};
    Collector seen(1);
    REQUIRE(simulation.run(stage, seen));
    CHECK(simulation.box().flips == LatticeFlip{-2, 0, 0});
    CHECK(std::abs(simulation.box().now.edges.xy) < 1e-12);
    const Thermo &first = seen.seen().front(), &middle = seen.seen()[64],
                 &last = seen.seen().back();
    CHECK(std::abs(middle.potential - first.potential) > 10);
    CHECK(last.potential == Approx(first.potential).epsilon(1e-9));
    CHECK(last.pressure() == Approx(first.pressure()).epsilon(1e-8));
    // And atoms are where they were, but for what they have been carried: by their y, in x.
    const auto start = crystal.records<DoublePrecision>();
    auto now = records_of(simulation.atoms());
    std::sort(now.begin(), now.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto& r = now[i];
        const ImagePlace<std::int64_t> place{r.site.position(), r.image};
        CHECK(to_double(place.fraction.x) + place.image.x ==
              Approx(to_double(start[i].site.x) + 2 * to_double(start[i].site.y)).margin(1e-6));
    }
}

TEMPLATE_TEST_CASE("a run that was stopped about a flip goes on with the same bits", "[flip]", Host,
                   Device) {
    using Run = SimulationOn<MixedPrecision, TestType>;
    const Sheared fluid;
    const StageSettings stage = sheared(300), second = sheared(60);
    Collector nothing(50);
    const auto run_on = [&](Run& run) {
        REQUIRE(run.run(stage, nothing));
        run.next_stage(stage);
        REQUIRE(run.run(second, nothing)); // a strain of a box that has been flipped
    };
    Run whole(alone(), fluid.setup);
    whole.start(fluid.records<MixedPrecision>());
    whole.draw_velocities(1.2, true);
    run_on(whole);
    CHECK(whole.box().flips.xy < -1);
    const auto expected = records_of(whole.atoms());
    for (const Step stop : {1, 73, 74, 75, 150, 220, 221, 299}) {
        Run first(alone(), fluid.setup);
        first.start(fluid.records<MixedPrecision>());
        first.draw_velocities(1.2, true);
        StopAt stopper(stop);
        REQUIRE_FALSE(first.run(stage, stopper));
        Sheared other;
        other.setup.domain.box = first.box().now;
        other.setup.domain.grid = other.setup.grid_rule.grid_for(first.box().now);
        Run then(alone(), other.setup);
        RunProgress at = first.progress();
        at.boxes = first.box().earlier();
        then.start(records_of(first.atoms()), at);
        run_on(then);
        CHECK(then.box().now.edges == whole.box().now.edges);
        CHECK(then.box().flips == whole.box().flips);
        CHECK(same_bits<MixedPrecision>(expected, records_of(then.atoms())));
    }
}

TEST_CASE("batches of a device flip the box where a processor does", "[flip]") {
    const Sheared fluid;
    SimulationOn<MixedPrecision, Host> host(alone(), fluid.setup);
    SimulationOn<MixedPrecision, Device> device(alone(), fluid.setup);
    const std::int64_t before = steps_ahead;
    Collector on_host(20), on_device(20);
    host.start(fluid.records<MixedPrecision>());
    device.start(fluid.records<MixedPrecision>());
    host.draw_velocities(1.2, true);
    device.draw_velocities(1.2, true);
    REQUIRE(host.run(sheared(200), on_host));
    REQUIRE(device.run(sheared(200), on_device));
    CHECK(steps_ahead > before + 100);
    CHECK(host.box().flips.xy < 0);
    CHECK(device.box().flips == host.box().flips);
    CHECK(device.box().now.edges == host.box().now.edges);
    REQUIRE(on_device.seen().size() == on_host.seen().size());
    for (std::size_t i = 0; i < on_host.seen().size(); ++i) {
        CHECK(on_device.seen()[i].volume == Approx(on_host.seen()[i].volume));
        CHECK(on_device.seen()[i].potential ==
              Approx(on_host.seen()[i].potential).epsilon(i < 2 ? 1e-5 : 0.05));
    }
}

TEMPLATE_TEST_CASE("displacements go on across flips", "[flip][time_origins]", Host, Device) {
    const Sheared crystal(4, 1.05);
    StageSettings stage = nve(128, 0.001);
    stage.deform = {strain(StrainComponent::xy, 2 / 0.128), strain(StrainComponent::yz, 1 / 0.128)};
    SimulationOn<DoublePrecision, TestType> simulation(alone(), crystal.setup);
    simulation.start(crystal.template records<DoublePrecision>());
    const auto make = [&] {
        return simulation.time_origins({column::Unwrapped{}, product::SquaredDistance{}, 1});
    };
    const auto look = [&](TimeOrigins& origins) {
        origins.look(simulation.box().now.edges, simulation.box().unflipped());
    };
    const auto origins = make(), copy = make();
    look(*origins);
    origins->keep();
    Collector nothing(0);
    for (int part = 1; part <= 8; ++part) {
        StageSettings so_far = stage;
        so_far.steps = 16 * part;
        REQUIRE(simulation.run(so_far, nothing));
        if (part == 5) {
            copy->restore(origins->array(0));
            copy->restore(origins->carried());
        }
        look(*origins);
        CHECK(origins->sums().front().value() < 1e-6); // atoms at rest, carried by the box alone
        if (part < 5) continue;
        look(*copy);
        CHECK(copy->sums() == origins->sums());
    }
    CHECK(simulation.box().flips.xy == -2);
    CHECK(simulation.box().flips.yz == -1);
}
