// SPDX-License-Identifier: BSD-3-Clause
// The energy that flows through a closed system, by virials of atoms and by energies over time.
#include <cmath>

#include "engine/engine_cases.hpp"
#include "support/catch.hpp"
#include "support/cluster_cases.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Some atoms in a vacuum.
struct Droplet {
    ForceField field;
    Atoms atoms = jittered({4, 4, 4}, 1, 0.25, {0.36, 0.36, 0.36}, {0.64, 0.64, 0.64});
    SimulationSetup setup;

    explicit Droplet(const ForceField& given) : field(given) {
        const auto count = static_cast<std::int64_t>(atoms.type.size());
        setup.skin = 0.3;
        setup.domain.box = box_of({16, 16, 16});
        setup.domain.list_range = field.largest_cutoff() + setup.skin;
        setup.domain.grid = choose_grid(setup.domain.box, setup.domain.list_range, count, 64);
        setup.domain.tile_target = 64;
        setup.domain.total_atoms = count;
        setup.force_field = &field;
        setup.mass = {1.5};
        setup.count_of_type = {count};
        setup.seed = 4711;
    }
    Droplet(const Droplet&) = delete;
    Droplet& operator=(const Droplet&) = delete;

    template <class P> std::vector<AtomRecord<P>> records() const {
        std::vector<AtomRecord<P>> all;
        for (const Vec3<double>& s : atoms.fraction) {
            AtomRecord<P> r{};
            using Fraction = typename P::Fraction;
            r.site.move_to({to_fixed_fraction<Fraction>(s.x), to_fixed_fraction<Fraction>(s.y),
                            to_fixed_fraction<Fraction>(s.z)});
            r.id = static_cast<ParticleId>(all.size());
            all.push_back(r);
        }
        return all;
    }
};

/// What is there of the energy flow at one step.
struct Flow {
    Vec3<double> carried{};   ///< sum of E_i v_i
    Vec3<double> by_virial{}; ///< sum of W_i v_i
    Vec3<double> by_mirror{}; ///< the same of transposed W_i
    Vec3<double> by_even{};   ///< the same of symmetric parts
    Vec3<double> moment{};    ///< sum of r_i E_i
    Vec3<double> current{};   ///< the heat current as the simulation sums it
    double energy = 0;        ///< potential, by atoms
    double thermo = 0;        ///< the same by the sums of the system
};

/// Adds W v, or where `mirrored` its transpose.
Vec3<double> product(const Matrix3<double>& w, const Vec3<double>& v, bool mirrored) {
    Vec3<double> result{};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) result[a] += w.value[mirrored ? 3 * b + a : 3 * a + b] * v[b];
    return result;
}

/// Finds the flow of each step.
class FlowWatch final : public Observer {
  public:
    using P = DoublePrecision;
    explicit FlowWatch(AnySimulation<P>& simulation) : simulation_(&simulation) {}

    StepNeeds needs(Step) const override { return {true, true}; }
    Request request(Step) override { return Request::none; }
    void observe(const Observation& seen) override {
        const HeatCurrent current = simulation_->heat_current();
        const AtomView<P> view = simulation_->atoms();
        const Particles<P, Host>& p = *view.particles;
        Flow flow;
        flow.current = current.total();
        flow.thermo = seen.thermo.potential;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const Site<P>& s = p.site[i];
            const Vec3<double> at =
                Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * view.box->edges;
            const Vec3<double> v{p.velocity[i].x, p.velocity[i].y, p.velocity[i].z};
            const double mass = simulation_->setup().mass[0];
            const double energy = p.share[i].energy + 0.5 * mass * dot(v, v);
            const Vec3<double> direct = product(p.share[i].virial, v, false);
            const Vec3<double> mirror = product(p.share[i].virial, v, true);
            flow.energy += p.share[i].energy;
            flow.carried = flow.carried + energy * v;
            flow.moment = flow.moment + energy * at;
            flow.by_virial = flow.by_virial + direct;
            flow.by_mirror = flow.by_mirror + mirror;
            flow.by_even = flow.by_even + 0.5 * (direct + mirror);
        }
        seen_.push_back(flow);
    }
    const std::vector<Flow>& seen() const { return seen_; }

  private:
    AnySimulation<P>* simulation_;
    std::vector<Flow> seen_;
};

/// How far three ways to find the flow by virials are from d/dt of sum r_i E_i, relative to it.
struct Errors {
    double direct = 0;
    double mirror = 0;
    double even = 0;
};

Errors errors_of(const ForceField& field, double time_step) {
    const Droplet droplet(field);
    SimulationOn<DoublePrecision, Host> simulation(alone(), droplet.setup);
    simulation.start(droplet.records<DoublePrecision>());
    simulation.draw_velocities(0.1, true);
    FlowWatch watch(simulation);
    simulation.run(nve(2, time_step), watch);
    REQUIRE(watch.seen().size() == 3);
    const Flow& before = watch.seen()[0];
    const Flow& now = watch.seen()[1];
    const Flow& after = watch.seen()[2];
    CHECK(now.energy == Approx(now.thermo).epsilon(1e-12));
    const Vec3<double> rate = 0.5 / time_step * (after.moment - before.moment);
    const Vec3<double> wanted = rate - now.carried;
    const auto size = [](const Vec3<double>& v) { return std::sqrt(dot(v, v)); };
    REQUIRE(size(wanted) > 0.1);
    CHECK(size(now.current - (now.carried + now.by_virial)) < 1e-12 * size(now.current));
    return {size(now.by_virial - wanted) / size(wanted),
            size(now.by_mirror - wanted) / size(wanted), size(now.by_even - wanted) / size(wanted)};
}

} // namespace

TEST_CASE("the energy of a closed system flows by the virials of its atoms", "[simulation]") {
    std::vector<ForceField> fields = directed(1);
    fields.push_back(single(LennardJonesParams{1, 0.9}, Truncation::smooth, 2.5, 2.0));
    fields.push_back(alloy(1));
    fields.push_back(ForceField(eam_spec(1)));
    for (const ForceField& field : fields) {
        const Errors coarse = errors_of(field, 0.0002);
        const Errors fine = errors_of(field, 0.0001);
        CAPTURE(field.channel_width(), fine.direct, fine.mirror, fine.even);
        CHECK(fine.direct < 1e-4);
        CHECK(coarse.direct / fine.direct == Approx(4).epsilon(0.1));
        if (!field.has_clusters() && !field.has_moments()) continue;
        CHECK(fine.mirror > 100 * fine.direct);
        CHECK(fine.even > 100 * fine.direct);
    }
}
