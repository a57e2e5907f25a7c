// SPDX-License-Identifier: BSD-3-Clause
// What a device does follows the box in its memory, not what kernels were handed with their
// arguments.
#include <utility>
#include <vector>

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
        system.forces().store(WantedSums::none);
        system.integrator().begin_step(motion, step++);
    }

    /// How many rebuilds come in so many steps, where atoms may move so far [length].
    std::int64_t rebuilds(std::int64_t steps, double allowed_move) {
        StepBatch<P> batch;
        batch.first = step;
        batch.steps = steps;
        batch.motion = {motion};
        batch.allowed_move = {allowed_move};
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

/// The same in a box that shrinks and shears, of which each step has its own.
template <class P> struct Straining : Moving<P> {
    BoxState box = BoxState::at_start(box_of({11, 11, 11}), {{2, 2, 2}});
    std::int64_t rebuilds = 0;

    static LowerTriangular<double> edges_at(Step step) {
        const double s = 2e-4 * static_cast<double>(step);
        return {11 - 11 * s, 11 * s, 11 + 5.5 * s, 0, -4 * s, 11 - 3 * s};
    }

    void run(std::int64_t steps) {
        StepBatch<P> batch;
        batch.first = this->step;
        batch.steps = steps;
        batch.motion = {this->motion};
        batch.allowed_move = {0.15, 2.8 / 2};
        batch.last_rebuild = this->last_rebuild;
        for (Step k = 0; k <= steps; ++k) batch.boxes.push_back(edges_at(this->step + k));
        const BatchReport report = this->system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        this->step += steps;
        this->last_rebuild = report.last_rebuild;
        rebuilds += report.rebuilds;
        if (report.rebuilds > 0) box.built.edges = edges_at(report.last_rebuild);
        box.lead_to(edges_at(this->step));
        box.enter_next();
        if (report.rebuild_due) box.begin_rebuild();
        this->system.set_box(box);
        if (!report.rebuild_due) return;
        REQUIRE(this->system.decomposition().rebuild() == AtomCapacity::enough);
        this->last_rebuild = this->step;
        ++rebuilds;
    }

    double energy() {
        PairSums sums;
        store_forces(this->system, &sums);
        return sums.energy.value();
    }
};

/// In batches of so many steps: the energy at last, and how many rebuilds there were.
template <class P>
std::pair<double, std::int64_t> strained_in(const std::vector<std::int64_t>& batches) {
    Straining<P> atoms;
    atoms.box.lead_to(Straining<P>::edges_at(1)); // begun already
    atoms.box.enter_next();
    atoms.system.set_box(atoms.box);
    for (const std::int64_t steps : batches) atoms.run(steps);
    return {atoms.energy(), atoms.rebuilds};
}

} // namespace

TEMPLATE_TEST_CASE("the boxes of steps are the same however batches are cut", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const auto whole = strained_in<TestType>({120});
    CHECK(whole.second > 5);
    CHECK(strained_in<TestType>(std::vector<std::int64_t>(120, 1)) == whole);
    CHECK(strained_in<TestType>({7, 50, 1, 40, 22}) == whole);
}

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
