// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"

namespace mdsim::test {

struct Melt {
    ForceField field;
    int side; ///< atoms along it, a multiple of 5
    Shape shape;
    bool exact;
    bool noisy = false; ///< Langevin dynamics along a ramp of the temperature
    int column_width = DeviceSetup{}.column_width;
};

inline AnyThermostat chain() { return NoseHoover{3, 2}; }
inline AnyThermostat rescaling() { return VelocityRescaling{0.5}; }

/// A fluid on a device that has begun step 0, and what may split its steps: a thermostat along a
/// ramp of the temperature, and samples of sums; moved on by the device, or by the host.
template <class P> struct Fluid {

    static constexpr double time_step = 0.004;
    static constexpr double skin = 0.3;

    Melt melt;
    double degrees_of_freedom = 3 * std::pow(melt.side, 3) - 3;
    DeviceSystem<P> system;
    AnyThermostat thermostat;
    ThermostatState state;
    std::int64_t couple_every = 0; ///< 0: no thermostat acts
    Step step = 0;
    Step last_rebuild = 0;
    std::int64_t rebuilds = 0;
    std::vector<BatchSample> samples;

    explicit Fluid(const Melt& m, std::int64_t every = 0, const AnyThermostat& kind = chain())
        : melt(m), system(setup_of(melt)), thermostat(kind), couple_every(every) {
        const Atoms atoms =
            jittered({melt.side, melt.side, melt.side}, static_cast<int>(melt.field.types()), 0.1);
        system.adopt(records_of<P>(atoms, in_order(atoms.type.size())));
        system.integrator().draw_velocities(1.4, 0);
        system.forces().store(WantedSums::none);
        begin();
    }

    static DeviceSetup setup_of(const Melt& melt) {
        const double edge = 1.1 * melt.side;
        const int cells = melt.side / 5;
        DeviceSetup setup = device_setup(melt.field, box_of({edge, edge, edge}),
                                         CellGrid{{cells, cells, cells}}, melt.shape, skin);
        for (std::size_t t = 0; t < setup.mass.size(); ++t)
            setup.mass[t] = 1 + 0.5 * static_cast<double>(t);
        setup.exact_check = melt.exact;
        setup.column_width = melt.column_width;
        return setup;
    }

    static double wanted(Step step) { return 0.7 + 0.003 * static_cast<double>(step); }
    Motion<typename P::Real> motion(Step at) const {
        if (melt.noisy) return langevin<typename P::Real>(time_step, 1.5, wanted(at));
        return velocity_verlet<typename P::Real>(time_step);
    }
    bool couples() const { return couple_every > 0 && step % couple_every == 0; }

    void begin() {
        const MotionReport report = system.integrator().begin_step(motion(step), step);
        REQUIRE(report.fault == no_atom);
        ++step;
        rebuild_if(2 * std::sqrt(report.displacement2) > skin &&
                   system.forces().has_missing_pair(std::sqrt(report.displacement2)));
    }

    void rebuild_if(bool due) {
        if (!due) return;
        system.decomposition().rebuild();
        last_rebuild = step;
        ++rebuilds;
    }

    double coupling_time() const { return static_cast<double>(couple_every) * time_step; }

    void act() {
        const ThermostatAction action{degrees_of_freedom, wanted(step), coupling_time(),
                                      thermostat_noise(setup_of(melt).seed, step)};
        const double factor = mdsim::act(
            thermostat, action, system.integrator().kinetic_sums().kinetic_energy(), state);
        system.integrator().transform_velocities(scaling(factor), {0, 0, 0});
    }

    /// A split step, led by the host.
    void split_step_by_host(bool observed) {
        BatchSample sample;
        sample.step = step;
        store_forces(system, observed ? &sample.pair : nullptr);
        system.integrator().complete_step(motion(step));
        if (observed) {
            sample.kinetic = system.integrator().kinetic_sums();
            sample.thermostat = state;
            samples.push_back(sample);
        }
        if (couples()) act();
        begin();
    }

    /// Steps up to `end`, of which the host leads the split ones.
    void run_by_host(Step end, const BatchSamples& needed) {
        while (step < end) {
            if (couples() || needed.steps.on(step)) {
                split_step_by_host(needed.steps.on(step));
                continue;
            }
            const std::int64_t every = std::exchange(couple_every, 0);
            Step next = step + 1;
            while (next < end && !needed.steps.on(next) && (every == 0 || next % every != 0))
                ++next;
            run(next - step);
            couple_every = every;
        }
    }

    /// Steps up to `end`, in batches of at most so many, all led by the device.
    void run_by_device(Step end, const BatchSamples& needed, std::int64_t most) {
        while (step < end) {
            const std::int64_t steps = std::min(most, end - step);
            BatchSamples mine;
            for (Step s = step; s < step + steps; ++s)
                if (needed.steps.on(s)) REQUIRE(mine.add(s));
            run(steps, mine);
        }
    }

    void run(std::int64_t steps, const BatchSamples& needed = {},
             const std::vector<BatchLook>& looks = {}) {
        StepBatch<P> batch;
        batch.first = step;
        batch.steps = steps;
        const Step last = melt.noisy ? step + steps : step + 1;
        for (Step s = step; s < last; ++s) batch.motion.push_back(motion(s));
        batch.allowed_move = {skin / 2};
        batch.last_rebuild = last_rebuild;
        if (couple_every > 0) batch.coupling = coupling(steps);
        batch.samples = needed;
        batch.looks = looks;
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        REQUIRE(report.looks == looks.size());
        samples.insert(samples.end(), report.samples.begin(), report.samples.end());
        step += steps;
        rebuilds += report.rebuilds;
        last_rebuild = report.last_rebuild;
        rebuild_if(report.rebuild_due);
        if (couple_every > 0) state = report.thermostat;
    }

    BatchCoupling coupling(std::int64_t steps) const {
        BatchCoupling coupling;
        coupling.acts = {0, couple_every};
        coupling.time = coupling_time();
        coupling.degrees_of_freedom = degrees_of_freedom;
        coupling.thermostat = thermostat;
        coupling.state = state;
        for (Step s = coupling.acts.next_from(step);
             s < step + steps || coupling.temperature.empty(); s += couple_every)
            coupling.temperature.push_back(wanted(s));
        return coupling;
    }
};

/// Whether two fluids have gone the same way, bit by bit.
template <class P> void check_same(Fluid<P>& a, Fluid<P>& b) {
    CHECK(a.rebuilds == b.rebuilds);
    CHECK(a.last_rebuild == b.last_rebuild);
    CHECK(a.state == b.state);
    CHECK(same_state(a.system, b.system));
}

} // namespace mdsim::test
