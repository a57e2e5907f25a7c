// SPDX-License-Identifier: BSD-3-Clause
// Samples of sums that a device takes by itself are those that the host takes, and change no bit.
#include <algorithm>

#include "kernels/device_fluid.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr Step end_of_runs = 151;

BatchSamples samples_from(Step first, std::int64_t every) {
    BatchSamples samples;
    for (Step step = first; step < end_of_runs; step += every) REQUIRE(samples.add(step));
    return samples;
}

bool same_row(const BatchSample& a, const BatchSample& b) {
    return a.step == b.step && a.pair.energy == b.pair.energy && a.pair.virial == b.pair.virial &&
           a.kinetic.tensor == b.kinetic.tensor && a.kinetic.momentum == b.kinetic.momentum;
}

/// Compares with samples that the host takes, and with a run in which there are none.
template <class P>
void check_samples(const Melt& melt, const BatchSamples& needed, std::int64_t couple_every = 0,
                   const AnyThermostat& thermostat = chain()) {
    Fluid<P> host(melt, couple_every, thermostat);
    host.run_by_host(end_of_runs, needed);
    Fluid<P> unseen(melt, couple_every, thermostat);
    unseen.run_by_device(end_of_runs, {}, end_of_runs);
    CHECK(host.rebuilds > 5);
    check_same(host, unseen);
    REQUIRE(static_cast<std::int64_t>(host.samples.size()) == needed.count);
    for (const std::int64_t most : {end_of_runs, Step{37}}) {
        Fluid<P> device(melt, couple_every, thermostat);
        device.run_by_device(end_of_runs, needed, most);
        check_same(host, device);
        REQUIRE(device.samples.size() == host.samples.size());
        for (std::size_t k = 0; k < host.samples.size(); ++k) {
            CAPTURE(k, host.samples[k].step);
            CHECK(same_row(host.samples[k], device.samples[k]));
            if (couple_every == 0) continue;
            CHECK(host.samples[k].thermostat == device.samples[k].thermostat);
        }
    }
}

/// A dilute gas, in which two atoms fly at each other: they are 0.05 apart at step 6.
template <class P> struct Collision {
    using Real = typename P::Real;

    ForceField field = argon();
    Box box = box_of({40, 40, 40});
    DeviceSystem<P> system{device_setup(field, box, {{4, 4, 4}}, {32, 1})};
    Motion<Real> motion = velocity_verlet<Real>(1e-5);

    Collision() {
        auto records = records_of<P>(jittered({5, 5, 5}, 1, 0), in_order(125));
        records[7].site = records[62].site;
        records[7].site.x =
            advanced(records[62].site.x, to_fixed_fraction<typename P::Fraction>(2.45 / 40));
        records[62].velocity = {Real(20000), 0, 0, 0};
        records[7].velocity = {Real(-20000), 0, 0, 0};
        system.adopt(records);
        system.forces().store(WantedSums::none);
        begin(0);
    }

    void begin(Step step) {
        const MotionReport report = system.integrator().begin_step(motion, step);
        REQUIRE(report.fault == no_atom);
        system.decomposition().rebuild();
    }

    /// Steps 1 to 20, with a sample on every other one.
    StepBatch<P> batch(Step first_sample) const {
        StepBatch<P> batch;
        batch.first = 1;
        batch.steps = 20;
        batch.motion = {motion};
        batch.rebuild_every = 1;
        for (Step step = first_sample; step < 21; step += 2) REQUIRE(batch.samples.add(step));
        return batch;
    }
};

} // namespace

TEMPLATE_TEST_CASE("a device takes the samples that the host takes", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const std::int64_t every = GENERATE(1, 3, 10, 149);
    const Shape shape = GENERATE(Shape{64, 4}, Shape{128, 1});
    CAPTURE(every, shape.atoms);
    check_samples<TestType>({argon(2.5, Truncation::smooth), 10, shape, false},
                            samples_from(2, every));
}

TEMPLATE_TEST_CASE("a device takes samples along a ramp of the temperature", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    check_samples<TestType>({argon(2.5, Truncation::smooth), 10, {64, 4}, false, true},
                            samples_from(1, 4));
}

TEMPLATE_TEST_CASE("a device takes samples with a thermostat", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const std::int64_t couple_every = GENERATE(1, 2, 7);
    const std::int64_t every = GENERATE(1, 3, 14);
    const AnyThermostat thermostat = GENERATE(chain(), rescaling());
    CAPTURE(couple_every, every, name_of(thermostat));
    check_samples<TestType>({argon(2.5, Truncation::smooth), 10, {64, 4}, false},
                            samples_from(1, every), couple_every, thermostat);
}

TEST_CASE("a device takes samples while pairs decide on rebuilds", "[gpu]") {
    check_samples<MixedPrecision>({argon(2.5, Truncation::smooth), 20, {64, 1}, true},
                                  samples_from(3, 6));
}

TEST_CASE("a device takes samples of a mixture of several potentials", "[gpu]") {
    check_samples<MixedPrecision>({mixture(2.5), 20, {64, 4}, true}, samples_from(3, 5));
}

TEST_CASE("a device stands at a sample that is out of range", "[gpu]") {
    Collision<DoublePrecision> host;
    for (Step step = 1; step < 6; ++step) {
        host.system.forces().store(WantedSums::none);
        host.system.integrator().complete_step(host.motion);
        host.begin(step);
    }
    BatchSample sample;
    store_forces(host.system, &sample.pair);
    host.system.integrator().complete_step(host.motion);
    sample.kinetic = host.system.integrator().kinetic_sums();
    REQUIRE(sample.pair.saturated());

    Collision<DoublePrecision> device;
    const StepBatch<DoublePrecision> batch = device.batch(GENERATE(2, 6));
    const BatchReport report = device.system.batches().run(batch);
    CHECK(report.steps == 5);
    CHECK(report.fault == no_atom);
    CHECK(report.stuck);
    REQUIRE(static_cast<std::int64_t>(report.samples.size()) ==
            (6 - batch.samples.steps.first) / 2);
    for (const BatchSample& taken : report.samples) CHECK_FALSE(taken.saturated());
    CHECK(device.system.integrator().kinetic_sums().tensor == sample.kinetic.tensor);
    REQUIRE(same_state(host.system, device.system));
    const auto& expected = host.system.atoms().look().particles;
    const auto& found = device.system.atoms().look().particles;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(expected.force[i].x == found.force[i].x);
        CHECK(expected.velocity[i].x == found.velocity[i].x);
    }
}

TEST_CASE("a device goes on behind a sample that it takes on the way of a step", "[gpu]") {
    Collision<MixedPrecision> device;
    // Where the first sample lies further ahead than they are apart, branches take them.
    const BatchReport report = device.system.batches().run(device.batch(2));
    CHECK_FALSE(report.stuck);
    const auto bad = std::find_if(report.samples.begin(), report.samples.end(),
                                  [](const BatchSample& sample) { return sample.saturated(); });
    REQUIRE(bad != report.samples.end());
    CHECK(bad->step == 6);
}
