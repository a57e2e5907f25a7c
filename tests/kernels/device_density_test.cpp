// SPDX-License-Identifier: BSD-3-Clause
// Cells that come to hold more atoms than one tree does, beside others that are nearly empty.
#include <algorithm>

#include "kernels/device_cases.hpp"
#include "kernels/sort/segment.hpp"
#include "ops/motion.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double edge = 44;
constexpr double spacing = 1.2;
constexpr double time_step = 0.004;
constexpr std::int64_t steps = 300;
/// At which the drop gets from the border of two cells into one of them.
constexpr double speed = 9;

/// Atoms along an edge of the drop: one tree holds half of it, but not all.
template <class P> constexpr int drop_edge = segment_atoms<P> == 2048 ? 14 : 11;

/// A drop on the border of two of eight cells, and some atoms of a gas.
template <class P> Atoms drop_and_gas() {
    const double half = drop_edge<P> * spacing / edge / 2;
    const int n = drop_edge<P>;
    Atoms atoms = jittered({n, n, n}, 1, 0.2, {0.5 - half, 0.25 - half, 0.25 - half},
                           {0.5 + half, 0.25 + half, 0.25 + half});
    const Atoms gas = jittered({6, 6, 3}, 1, 0.2, {0, 0, 0.6}, {1, 1, 1});
    atoms.fraction.insert(atoms.fraction.end(), gas.fraction.begin(), gas.fraction.end());
    atoms.type.insert(atoms.type.end(), gas.type.begin(), gas.type.end());
    return atoms;
}

/// All atoms move along x, and a little each for itself.
template <class P> std::vector<AtomRecord<P>> drifting(const Atoms& atoms) {
    auto records = moving_records<P>(atoms, 1);
    for (AtomRecord<P>& r : records) r.velocity.x += static_cast<typename P::Real>(speed);
    return records;
}

template <class P> struct Drift {
    using Real = typename P::Real;

    ForceField field = argon(2.5, Truncation::smooth);
    Box box = box_of({edge, edge, edge});
    Atoms atoms = drop_and_gas<P>();
    DeviceSystem<P> system;
    Motion<Real> motion = velocity_verlet<Real>(static_cast<Real>(time_step));
    std::int64_t rebuilds = 0;

    Drift() : system(device_setup(field, box, {{2, 2, 2}}, {64, 2})) {
        system.adopt(drifting<P>(atoms));
        system.forces().store(WantedSums::none);
        system.integrator().begin_step(motion, 0);
    }

    /// Goes through all steps, so many at once.
    void run(std::int64_t at_once) {
        for (Step first = 1; first <= steps; first += at_once) {
            StepBatch<P> batch;
            batch.first = first;
            batch.steps = std::min(at_once, steps + 1 - first);
            batch.motion = {motion};
            batch.allowed_move = {0.15};
            batch.last_rebuild = last_rebuild_;
            const BatchReport report = system.batches().run(batch);
            REQUIRE(report.fault == no_atom);
            last_rebuild_ = report.last_rebuild;
            rebuilds += report.rebuilds;
            if (!report.rebuild_due) continue;
            system.decomposition().rebuild();
            last_rebuild_ = first + batch.steps;
            ++rebuilds;
        }
    }

    LocalIndex fullest_cell() {
        LocalIndex most = 0;
        for (const LocalCell& cell : system.atoms().look().cells.cells)
            most = std::max(most, cell.count);
        return most;
    }

  private:
    Step last_rebuild_ = 0;
};

/// The atoms as they lie, to be adopted by another system.
template <class P> std::vector<AtomRecord<P>> records_seen(const Particles<P, Host>& p) {
    std::vector<AtomRecord<P>> records(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        AtomRecord<P>& r = records[i];
        r.site = p.site[i];
        r.velocity = p.velocity[i];
        r.id = p.id[i];
        r.image = p.image[i];
    }
    return records;
}

} // namespace

TEMPLATE_TEST_CASE("a batch goes on where a cell comes to hold more atoms than one tree",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    Drift<TestType> whole;
    REQUIRE(whole.fullest_cell() <= segment_atoms<TestType>);
    whole.run(steps);
    REQUIRE(whole.fullest_cell() > segment_atoms<TestType>);
    REQUIRE(whole.rebuilds > 20);
    SECTION("with the bits of one that is cut into pieces") {
        Drift<TestType> pieces;
        pieces.run(7);
        CHECK(pieces.rebuilds == whole.rebuilds);
        CHECK(same_state(whole.system, pieces.system));
    }
    SECTION("with the order of a system that begins there") {
        whole.system.decomposition().rebuild();
        Drift<TestType> other;
        auto records = records_seen(whole.system.atoms().look().particles);
        std::reverse(records.begin(), records.end());
        other.system.adopt(records);
        CHECK(same_state(whole.system, other.system));
    }
    SECTION("with the forces of a direct sum") {
        const Forces found = device_forces(whole.system);
        check_forces<TestType>(
            found, direct_sum(whole.system.atoms().look().particles, whole.field, whole.box));
    }
}
