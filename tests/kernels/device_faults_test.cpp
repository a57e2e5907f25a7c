// SPDX-License-Identifier: BSD-3-Clause
// What a device must not pass over in silence, and memory that it must ask for in time.
#include <limits>
#include <numbers>

#include "kernels/device_cases.hpp"
#include "ops/devices.hpp"
#include "ops/motion.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double time_step = 0.005;

/// A liquid in which atom 123 is fast.
template <class P> struct Hasty {
    ForceField field = argon();
    DeviceSystem<P> system{device_setup(field, box_of({8, 8, 8}), {{2, 2, 2}})};

    explicit Hasty(typename P::Real speed) {
        auto records = moving_records<P>(jittered({7, 7, 7}, 1, 0.2), 1);
        records[123].velocity.y = speed;
        system.adopt(records);
        system.forces().store(WantedSums::none);
    }
    ParticleId id_of(LocalIndex i) { return system.atoms().look().particles.id[i]; }
};

/// A dilute crystal whose atoms all fly to the middle of the box, where they would meet after 200
/// steps.
template <class P> struct Implosion {
    using Real = typename P::Real;

    ForceField field = argon();
    Box box = box_of({30, 30, 30});
    DeviceSystem<P> system{device_setup(field, box, {{4, 4, 4}}, {32, 1})};
    StepBatch<P> batch;
    std::int64_t rebuilds = 0;

    Implosion() {
        auto records = records_of<P>(jittered({12, 12, 12}, 1, 0.2), in_order(1728));
        for (AtomRecord<P>& r : records) {
            const auto towards = [](typename P::Fraction u) {
                return static_cast<Real>(30 * (0.5 - to_double(u)) / (200 * time_step));
            };
            r.velocity = {towards(r.site.x), towards(r.site.y), towards(r.site.z), Real(0)};
        }
        system.adopt(records);
        system.forces().store(WantedSums::none);
        batch.motion = {velocity_verlet<Real>(time_step)};
        batch.allowed_move = {0.15};
        REQUIRE(system.integrator().begin_step(batch.motion[0], 0).fault == no_atom);
        batch.first = 1;
    }

    void run(std::int64_t steps) {
        batch.steps = steps;
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        batch.first += steps;
        batch.last_rebuild = report.last_rebuild;
        rebuilds += report.rebuilds;
        if (!report.rebuild_due) return;
        system.decomposition().rebuild();
        batch.last_rebuild = batch.first;
    }
};

/// A liquid of two species that hardly see each other: lists are shorter than the largest cutoff
/// lets expect.
struct Mingled {
    using P = MixedPrecision;

    ForceField field = two_reaches();
    Box box = box_of({25, 25, 25});
    DeviceSystem<P> system{device_setup(field, box, {{4, 4, 4}}, {64, 1})};
    StepBatch<P> batch;

    static ForceField two_reaches() {
        ForceFieldSpec spec;
        spec.species = {"A", "B"};
        spec.pairs = {
            {"", 0, 0, lj(1, 1, 2.5)}, {"", 0, 1, lj(1, 1, 1.5)}, {"", 1, 1, lj(1, 1, 1.5)}};
        return ForceField(spec);
    }

    Mingled() {
        system.adopt(moving_records<P>(jittered({24, 24, 24}, 2, 0.1), 4));
        batch.motion = {velocity_verlet<float>(time_step)};
        batch.allowed_move = {0.15};
        system.forces().store(WantedSums::none);
        REQUIRE(system.integrator().begin_step(batch.motion[0], 0).fault == no_atom);
        batch.first = 1;
    }

    void run(std::int64_t steps) {
        batch.steps = steps;
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.rebuilds > 0);
        batch.first += steps;
        batch.last_rebuild = report.last_rebuild;
        if (!report.rebuild_due) return;
        system.decomposition().rebuild();
        batch.last_rebuild = batch.first;
    }
};

} // namespace

TEMPLATE_TEST_CASE("a device names the atom that moves too far or is not a number", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const Motion<Real> motion = velocity_verlet<Real>(time_step);
    for (const Real bad : {Real(3000), std::numeric_limits<Real>::quiet_NaN(),
                           std::numeric_limits<Real>::infinity(), Real(-1e30f)}) {
        CAPTURE(bad);
        Hasty<TestType> hasty(bad);
        const MotionReport report = hasty.system.integrator().begin_step(motion, 0);
        REQUIRE(report.fault != no_atom);
        CHECK(hasty.id_of(report.fault) == 123);
    }
}

TEMPLATE_TEST_CASE("a device that runs by itself stops at the atom that moves too far", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    for (const Real bad : {Real(3000), std::numeric_limits<Real>::quiet_NaN()}) {
        CAPTURE(bad);
        Hasty<TestType> hasty(bad);
        StepBatch<TestType> batch;
        batch.first = 7;
        batch.steps = 50;
        batch.motion = {velocity_verlet<Real>(time_step)};
        batch.allowed_move = {0.15};
        const BatchReport report = hasty.system.batches().run(batch);
        REQUIRE(report.fault != no_atom);
        CHECK(report.steps <= 1);
        CHECK(hasty.id_of(report.fault) == 123);
    }
}

TEMPLATE_TEST_CASE("sums of a device tell that they are saturated", "[gpu][small]", MixedPrecision,
                   DoublePrecision) {
    using Real = typename TestType::Real;
    const ForceField field = argon();
    DeviceSystem<TestType> system(device_setup(field, box_of({10, 10, 10}), {{3, 3, 3}}));
    const double near = 0.5 + 0.002; // 0.02 apart: an energy of 1e21
    auto records = records_of<TestType>({{{0.5, 0.5, 0.5}, {near, 0.5, 0.5}}, {0, 0}}, in_order(2));
    records[1].velocity.x = Real(1e12);
    system.adopt(records);
    PairSums sums;
    store_forces(system, &sums);
    CHECK(sums.energy.saturated());
    CHECK(sums.saturated());
    CHECK(system.integrator().kinetic_sums().tensor[0].saturated());
    records[1].site.x = to_fixed_fraction<typename TestType::Fraction>(0.7);
    records[1].velocity.x = Real(1);
    system.adopt(records);
    PairSums calm;
    store_forces(system, &calm);
    CHECK_FALSE(calm.saturated());
    CHECK_FALSE(system.integrator().kinetic_sums().tensor[0].saturated());
}

TEMPLATE_TEST_CASE("lists of a device grow when atoms crowd together", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    Implosion<TestType> whole;
    Implosion<TestType> pieces;
    const std::size_t before = bytes_of(whole.system);
    whole.run(110);
    for (const int steps : {3, 50, 1, 40, 16}) pieces.run(steps);
    CHECK(whole.rebuilds > 20);
    CHECK(bytes_of(whole.system) > before);
    CHECK(same_state(whole.system, pieces.system));
    const Forces found = device_forces(whole.system);
    check_forces<TestType>(
        found, direct_sum(whole.system.atoms().look().particles, whole.field, whole.box));
}

TEST_CASE("a device's lists give back, once they are steady, the memory that they do not need",
          "[gpu]") {
    Mingled whole;
    Mingled pieces;
    const std::size_t planned = pieces.system.forces().report().bytes;
    whole.run(320);
    for (int k = 0; k < 8; ++k) pieces.run(40);
    const ListReport report = pieces.system.forces().report();
    const double used = 2.0 * static_cast<double>(report.entries) +
                        sizeof(LocalIndex) * static_cast<double>(report.slots);
    CAPTURE(planned, report.bytes, used);
    CHECK(static_cast<double>(report.bytes) < 0.9 * static_cast<double>(planned));
    CHECK(static_cast<double>(report.bytes) < 1.2 * used);
    CHECK(same_state(whole.system, pieces.system));
}

TEST_CASE("a device's memory is what was foreseen", "[gpu]") {
    using P = MixedPrecision;
    const ForceField field = argon();
    const Atoms atoms = jittered({40, 40, 40}, 1, 0.2);
    const double edge = 40 / std::cbrt(0.8442);
    const DeviceSetup setup =
        device_setup(field, box_of({edge, edge, edge}), {{4, 4, 4}}, {256, 1});
    DeviceSystem<P> system(setup);
    system.adopt(records_of<P>(atoms, in_order(64000)));
    const double neighbors = 0.8442 * 4 / 3 * std::numbers::pi * 2.8 * 2.8 * 2.8;
    const double forecast = forecast_device_memory<P>(setup, neighbors).total();
    const double real = static_cast<double>(bytes_of(system)) / 64000;
    CAPTURE(forecast, real);
    CHECK(real < 1.25 * forecast);
    CHECK(real > 0.7 * forecast);
}

TEST_CASE("devices are named with their memory", "[gpu]") {
    std::string why;
    const std::vector<DeviceInfo> devices = find_devices(why);
    REQUIRE_FALSE(devices.empty());
    for (const DeviceInfo& device : devices) {
        CHECK_FALSE(device.name.empty());
        CHECK(device.memory > 0);
        CHECK(device.free <= device.memory);
        CHECK(device.architecture.substr(0, 3) == "sm_");
    }
}
