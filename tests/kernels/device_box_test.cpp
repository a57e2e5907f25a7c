// SPDX-License-Identifier: BSD-3-Clause
// What a device does follows the box in its memory, not what kernels were handed with their
// arguments.
#include "kernels/device_parts.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Boxes in which images matter, and in which they do not.
std::vector<ForceCase> cases() {
    return {{jittered({11, 11, 11}, 2, 0.2),
             mixture(2.2),
             box_of({12, 12.5, 12}, {1, 2, -1}),
             {{{3, 3, 3}}}},
            {jittered({4, 4, 4}, 1, 0.2), argon(2.5), box_of({4.5, 4.4, 4.6}), {{{1, 1, 1}}}}};
}

LowerTriangular<double> strained(const LowerTriangular<double>& edges) {
    return {1.01 * edges.xx, edges.xy + 0.05, 0.995 * edges.yy,
            edges.xz,        edges.yz,        1.005 * edges.zz};
}

/// Atoms that move, in batches.
template <class P> struct Moving {
    ForceField field = argon(2.5, Truncation::smooth);
    DeviceSystem<P> system{device_setup(field, box_of({11, 11, 11}), {{2, 2, 2}}, {64, 2})};
    Motion<typename P::Real> motion = velocity_verlet<typename P::Real>(0.004);
    Step step = 0;
    Step last_rebuild = 0;

    Moving() {
        system.adopt(moving_records<P>(jittered({10, 10, 10}, 1, 0.1), 2));
        system.forces().store(false);
        system.integrator().begin_step(motion, step++);
    }

    /// How many rebuilds come in so many steps, where atoms may move so far [length].
    std::int64_t rebuilds(std::int64_t steps, double allowed_move) {
        StepBatch<P> batch;
        batch.first = step;
        batch.steps = steps;
        batch.motion = {motion};
        batch.allowed_move = allowed_move;
        batch.last_rebuild = last_rebuild;
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        step += steps;
        last_rebuild = report.last_rebuild;
        if (!report.rebuild_due) return report.rebuilds;
        REQUIRE(system.decomposition().rebuild() == AtomCapacity::enough);
        last_rebuild = step;
        return report.rebuilds + 1;
    }
};

} // namespace

TEMPLATE_TEST_CASE("forces are those in the box that the device holds", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    for (const ForceCase& c : cases()) {
        const auto rank =
            arranged<TestType>(c.atoms, in_order(c.atoms.type.size()), c.box, c.grids[0], 128);
        Parts<TestType> parts(c, device_setup(c.field, c.box, c.grids[0]));
        parts.build();
        const WalkArgs<TestType> args = parts.walk_args();
        check_forces<TestType>(parts.forces(args), direct_sum(rank.particles, c.field, c.box));
        Box other = c.box;
        other.edges = strained(c.box.edges);
        parts.set_box(other.edges);
        const Forces expected = direct_sum(rank.particles, c.field, other);
        check_forces<TestType>(parts.forces(args), expected);
        parts.build(); // lists of the other box
        check_forces<TestType>(parts.forces(), expected);
    }
}

TEMPLATE_TEST_CASE("a batch rebuilds as often as its own allowed move demands", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    Moving<TestType> atoms;
    constexpr std::int64_t steps = 40;
    const std::int64_t few = atoms.rebuilds(steps, 0.15);
    CHECK(few < steps / 2);
    CHECK(atoms.rebuilds(steps, 1e-6) == steps); // with the graph of the batch before
    CHECK(atoms.rebuilds(steps, 0.15) < steps / 2);
}
