// SPDX-License-Identifier: BSD-3-Clause
// A fluid whose lists are used until a missing pair comes within its cutoff.
#pragma once

#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"
#include "physics/motion/velocity_verlet.hpp"

namespace mdsim::test {

inline constexpr double checked_time_step = 0.004;
inline constexpr double checked_skin = 0.3;
inline constexpr CellGrid checked_grid{{4, 4, 4}};

struct Melt {
    ForceField field;
    Box box;
    int species;
};

inline Melt argon_melt() { return {argon(2.5, Truncation::smooth), box_of({22, 22, 22}), 1}; }
inline Melt tilted_mixture() { return {mixture(2.5), box_of({22, 22, 22}, {4, -3, 6}), 3}; }

/// A fluid of 8000 atoms that has begun its first step.
template <class P> struct CheckedFluid {
    using Real = typename P::Real;

    Melt melt;
    DeviceSystem<P> system;
    Motion<Real> motion = velocity_verlet<Real>(static_cast<Real>(checked_time_step));
    Step step = 0;
    Step last_rebuild = 0;
    std::int64_t rebuilds = 0;

    explicit CheckedFluid(const Melt& m, bool exact = true)
        : melt(m), system(setup_of(melt, exact)) {
        system.adopt(records_of<P>(jittered({20, 20, 20}, melt.species, 0.1), in_order(8000)));
        system.integrator().draw_velocities(1.4, 0);
        begin();
    }

    static DeviceSetup setup_of(const Melt& melt, bool exact) {
        DeviceSetup setup = device_setup(melt.field, melt.box, checked_grid, {64, 4}, checked_skin);
        setup.exact_check = exact;
        return setup;
    }

    void begin() {
        system.forces().store(WantedSums::none);
        const MotionReport report = system.integrator().begin_step(motion, step);
        REQUIRE(report.fault == no_atom);
        ++step;
        if (2 * std::sqrt(report.displacement2) > checked_skin &&
            system.forces().has_missing_pair(std::sqrt(report.displacement2)))
            rebuild();
    }

    void rebuild() {
        system.decomposition().rebuild();
        last_rebuild = step;
        ++rebuilds;
    }

    /// Goes on with other atoms.
    void begin_with(const std::vector<AtomRecord<P>>& records) {
        system.adopt(records);
        last_rebuild = step;
        begin();
    }

    /// Returns whether a rebuild is due, and has not been done.
    bool run(std::int64_t steps) { return run_batch<P>(*this, steps, {motion}, checked_skin); }

    void run_on(std::int64_t steps) {
        if (run(steps)) rebuild();
    }

    void stop_between_kicks() {
        system.forces().store(WantedSums::none);
        system.integrator().complete_step(motion);
    }

    /// Stops between the kicks and goes on, as a step does that somebody looks at.
    void look() {
        stop_between_kicks();
        begin();
    }

    /// Stops so, and leaves the rest of the step to the device, with those behind it.
    void look_and_run(std::int64_t steps) {
        stop_between_kicks();
        if (run_batch<P>(*this, steps, {motion}, checked_skin, true)) rebuild();
    }
};

/// Atoms of which 80 of one cell have this speed, and the others none.
template <class P> std::vector<AtomRecord<P>> fast_cell(double speed) {
    constexpr int fast_atoms = 80;
    auto records = records_of<P>(jittered({20, 20, 20}, 1, 0.1), in_order(8000));
    int fast = 0;
    for (AtomRecord<P>& r : records)
        if (fast < fast_atoms && checked_grid.cell_of(r.site) == 21) {
            r.velocity.x = static_cast<typename P::Real>(speed);
            ++fast;
        }
    REQUIRE(fast == fast_atoms);
    return records;
}

} // namespace mdsim::test
