// SPDX-License-Identifier: BSD-3-Clause
// Batches of steps on a device: rebuilds by its own decision, the same bits however it is cut.
#include "kernels/host_fluid.hpp"
#include "physics/motion/andersen.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double time_step = 0.004;
constexpr double skin = 0.3;

/// A small fluid that has begun its first step, unless it is told not to.
template <class P> struct Fluid {
    ForceField field = argon(2.5, Truncation::smooth);
    Box box = box_of({11, 11, 11});
    CellGrid grid{{2, 2, 2}};
    Motion<typename P::Real> motion;
    DeviceSystem<P> system;
    Step step = 0;
    Step last_rebuild = 0;
    std::int64_t rebuilds = 0;
    double energy_at_start = 0;

    explicit Fluid(const Motion<typename P::Real>& m, const Shape& shape = {64, 4},
                   bool started = true)
        : motion(m), system(device_setup(field, box, grid, shape, skin)) {
        system.adopt(records_of<P>(jittered({10, 10, 10}, 1, 0.1), in_order(1000)));
        system.integrator().draw_velocities(1.4, 0);
        energy_at_start = energy();
        if (started) begin();
    }

    double energy() {
        PairSums sums;
        store_forces(system, &sums);
        const KineticSums kinetic = system.integrator().kinetic_sums();
        return sums.energy.value() + 0.5 * (kinetic.tensor[0].value() + kinetic.tensor[1].value() +
                                            kinetic.tensor[2].value());
    }

    void rebuild_if(bool due) {
        if (!due) return;
        system.decomposition().rebuild();
        last_rebuild = step;
        ++rebuilds;
    }

    void begin() {
        const MotionReport report = system.integrator().begin_step(motion, step);
        REQUIRE(report.fault == no_atom);
        ++step;
        rebuild_if(2 * std::sqrt(report.displacement2) > skin);
    }

    void run(std::int64_t steps) { run(steps, {motion}); }

    void run(std::int64_t steps, const std::vector<Motion<typename P::Real>>& motions) {
        rebuild_if(run_batch<P>(*this, steps, motions, skin));
    }

    void stop_between_kicks() {
        system.forces().store(WantedSums::none);
        system.integrator().complete_step(motion);
        system.atoms().look();
    }

    /// Stops between the kicks and goes on, as a step does that somebody looks at.
    void look() {
        stop_between_kicks();
        begin();
    }

    /// Stops so, and leaves the rest of the step to the device, with those behind it.
    void look_and_run(std::int64_t steps) {
        stop_between_kicks();
        rebuild_if(run_batch<P>(*this, steps, {motion}, skin, true));
    }

    /// Reads the atoms out and adopts them anew, as where bricks change.
    void adopt_anew() {
        const Particles<P, Host>& p = system.atoms().look().particles;
        std::vector<AtomRecord<P>> records;
        for (std::size_t i = 0; i < p.size(); ++i)
            records.push_back({p.reference[i], p.velocity[i], p.id[i], p.image[i],
                               difference(p.site[i].position(), p.reference[i].position())});
        system.adopt(records);
    }
};

/// A temperature that rises from step to step.
template <class P> std::vector<Motion<typename P::Real>> ramp(int steps) {
    std::vector<Motion<typename P::Real>> motion;
    for (int k = 0; k < steps; ++k)
        motion.emplace_back(langevin<typename P::Real>(time_step, 2.0, 1.0 + 0.05 * k));
    return motion;
}

} // namespace

TEMPLATE_TEST_CASE("a device keeps the energy over rebuilds", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    using Real = typename TestType::Real;
    for (const Shape& shape : {Shape{64, 4}, Shape{128, 2}, Shape{256, 1}, Shape{32, 1}}) {
        Fluid<TestType> fluid{velocity_verlet<Real>(time_step), shape};
        fluid.run(500);
        CHECK(fluid.rebuilds > 20);
        fluid.system.forces().store(WantedSums::none);
        fluid.system.integrator().complete_step(fluid.motion);
        CHECK(std::abs(fluid.energy() - fluid.energy_at_start) < 1e-3 * 1000);
    }
}

TEMPLATE_TEST_CASE("a device gives the same bits however its steps are cut", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const Motion<Real> motions[] = {velocity_verlet<Real>(time_step),
                                    langevin<Real>(time_step, 1.0, 1.4)};
    for (const auto& motion : motions) {
        Fluid<TestType> whole(motion);
        Fluid<TestType> pieces(motion);
        whole.run(200);
        for (const int steps : {1, 7, 50, 2, 100, 40}) {
            pieces.run(steps);
            if (steps > 1) pieces.adopt_anew();
        }
        CHECK(whole.rebuilds == pieces.rebuilds);
        CHECK(same_state(whole.system, pieces.system));
        whole.run(31);
        pieces.run(30);
        pieces.look();
        CHECK(same_state(whole.system, pieces.system));
    }
}

TEMPLATE_TEST_CASE("a device goes on from between the half kicks as with its host", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const Motion<Real> motions[] = {velocity_verlet<Real>(time_step),
                                    langevin<Real>(time_step, 1.0, 1.4)};
    for (const auto& motion : motions) {
        Fluid<TestType> led(motion);
        Fluid<TestType> ahead(motion);
        for (const int steps : {1, 2, 7, 50, 3, 30}) {
            led.look();
            if (steps > 1) led.run(steps - 1);
            ahead.look_and_run(steps);
            CHECK(led.rebuilds == ahead.rebuilds);
            CHECK(same_state(led.system, ahead.system));
        }
        CHECK(led.rebuilds > 3);
    }
}

TEST_CASE("a device rebuilds at fixed intervals if asked and counts unsafe steps", "[gpu]") {
    using P = MixedPrecision;
    Fluid<P> fluid{velocity_verlet<float>(time_step)};
    StepBatch<P> batch;
    batch.first = fluid.step;
    batch.steps = 200;
    batch.motion = {fluid.motion};
    batch.allowed_move = {skin / 2};
    batch.last_rebuild = fluid.last_rebuild;
    batch.rebuild_every = 40;
    const BatchReport report = fluid.system.batches().run(batch);
    CHECK(report.shortest == 40);
    CHECK(report.longest == 40);
    CHECK(report.unsafe > 20);
    CHECK(report.unsafe < 180);
}

TEMPLATE_TEST_CASE("steps of a device are those of the host", "[gpu][small]", MixedPrecision,
                   DoublePrecision) {
    using Real = typename TestType::Real;
    const double near = sizeof(Real) == 4 ? 2e-4 : 1e-11; // a liquid doubles errors every 20 steps
    for (const Motion<Real>& motion :
         {velocity_verlet<Real>(time_step), langevin<Real>(time_step, 2.0, 1.4),
          andersen<Real>(time_step, 5.0, 1.4)}) {
        Fluid<TestType> fluid(motion);
        HostFluid<TestType> host(Fluid<TestType>(motion, {64, 4}, false).system.atoms().look());
        host.begin(motion, 0);
        CHECK(distance_of(fluid.system.atoms().look().particles, host.rank.particles, host.box) <
              near);
        fluid.run(20);
        for (Step step = 1; step <= 20; ++step) host.advance(motion, step);
        CHECK(fluid.rebuilds > 0);
        CHECK(distance_of(fluid.system.atoms().look().particles, host.rank.particles, host.box) <
              near);
        fluid.look();
        host.driver.store_forces(host.rank.particles, nullptr);
        complete_step(host.rank.particles, host.rank.cells, host.at(motion, 21));
        host.begin(motion, 21);
        CHECK(distance_of(fluid.system.atoms().look().particles, host.rank.particles, host.box) <
              near);
    }
}

TEMPLATE_TEST_CASE("a device follows a ramp of temperatures, however it is cut", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const auto motions = ramp<TestType>(60);
    const Motion<Real> first = langevin<Real>(time_step, 2.0, 1.0);
    Fluid<TestType> whole(first);
    Fluid<TestType> pieces(first);
    Fluid<TestType> level(first);
    whole.run(60, motions);
    for (int from = 0; from < 60; from += 15)
        pieces.run(15, {motions.begin() + from, motions.begin() + from + 15});
    level.run(60);
    CHECK(same_state(whole.system, pieces.system));
    CHECK_FALSE(same_state(whole.system, level.system));
    CHECK(whole.system.integrator().kinetic_sums().tensor[0].value() >
          level.system.integrator().kinetic_sums().tensor[0].value());
}
