// SPDX-License-Identifier: BSD-3-Clause
// What output gets from a device: values in the order of ids, against the same formulas on the
// host.
#include <cstring>

#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const std::vector<AnyColumn> all_rows{column::Position{box_of({9, 9.5, 9}, {2, -1, 3}).edges},
                                      column::Velocity{},
                                      column::Force{0.25},
                                      column::Image{},
                                      column::Reference{},
                                      column::Moved{},
                                      column::ExactVelocity{},
                                      column::ReferenceImage{},
                                      column::Type{}};

/// The values of all atoms as the host computes them from what it sees.
template <class P>
std::vector<std::byte> rows_on_host(const Particles<P, Host>& p, const AnyColumn& any) {
    const AtomArrays<P> arrays{pointers_to<P, Host>(p), p.site.data(), p.reference.data(),
                               p.force.data(), nullptr};
    std::vector<std::byte> all(p.size() * value_bytes<P>(any));
    std::visit(
        [&](const auto& column) {
            for (LocalIndex i = 0; i < p.size(); ++i) {
                const auto value = column(arrays, i);
                std::memcpy(all.data() + static_cast<std::size_t>(p.id[i]) * sizeof value, &value,
                            sizeof value);
            }
        },
        any);
    return all;
}

template <class P> struct Moving {
    ForceField field = mixture(2.5);
    Box box = box_of({9, 9.5, 9}, {2, -1, 3});
    DeviceSystem<P> system;

    explicit Moving(const Atoms& atoms, const CellGrid& grid = {{3, 2, 2}}, double skin = 0.3)
        : system(device_setup(field, box, grid, {64, 4}, skin)) {
        system.adopt(moving_records<P>(atoms, 2));
    }

    /// Somewhere between two rebuilds, in the middle of a step.
    void move(std::int64_t steps) {
        StepBatch<P> batch;
        batch.steps = steps;
        batch.motion = {velocity_verlet<typename P::Real>(0.004)};
        batch.allowed_move = {0.15};
        system.forces().store(WantedSums::none);
        system.integrator().begin_step(batch.motion[0], 0);
        batch.first = 1;
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.fault == no_atom);
        if (report.rebuild_due) system.decomposition().rebuild();
        system.forces().store(WantedSums::all);
        system.integrator().complete_step(batch.motion[0]);
    }
};

} // namespace

TEMPLATE_TEST_CASE("rows of a device are those of the host, bit by bit", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Moving<TestType> moving(jittered({8, 8, 8}, 3, 0.1));
    for (const std::int64_t steps : {1, 37, 64}) {
        moving.move(steps);
        REQUIRE(moving.system.id_order()->index());
        for (const AnyColumn& column : all_rows) {
            std::vector<std::byte> found(512 * value_bytes<TestType>(column));
            moving.system.id_order()->write(column, found.data());
            CHECK(found == rows_on_host(moving.system.atoms().look().particles, column));
        }
    }
}

TEMPLATE_TEST_CASE("taking rows changes no bit of what follows", "[gpu][small]", MixedPrecision,
                   DoublePrecision) {
    Moving<TestType> watched(jittered({8, 8, 8}, 3, 0.1));
    Moving<TestType> alone(jittered({8, 8, 8}, 3, 0.1));
    std::vector<std::byte> values(512 * sizeof(Site<TestType>));
    for (int k = 0; k < 4; ++k) {
        watched.move(20);
        alone.move(20);
        REQUIRE(watched.system.id_order()->index());
        for (const AnyColumn& column : all_rows)
            watched.system.id_order()->write(column, values.data());
    }
    CHECK(same_state(watched.system, alone.system));
}

TEST_CASE("rows that travel in many pieces arrive whole", "[gpu]") {
    const ForceField field = argon();
    const Box box = box_of({120, 120, 120}, {0, 0, 0});
    const Atoms atoms = jittered({96, 96, 97}, 1, 0.1); // 10.7 MB a quantity, the last piece short
    DeviceSystem<MixedPrecision> system(device_setup(field, box, {{24, 24, 24}}));
    system.adopt(moving_records<MixedPrecision>(atoms, 2));
    REQUIRE(system.id_order()->index());
    for (const AnyColumn& column :
         {AnyColumn{column::Reference{}}, AnyColumn{column::ExactVelocity{}}}) {
        std::vector<std::byte> found(system.atoms().owned() * value_bytes<MixedPrecision>(column));
        system.id_order()->write(column, found.data());
        CHECK(found == rows_on_host(system.atoms().look().particles, column));
    }
}

TEMPLATE_TEST_CASE("a device finds that an atom left through an open face, and only then",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const ForceField field = argon();
    Box box = box_of({6, 7, 8}, {0, 0, 0});
    const bool open = GENERATE(true, false);
    box.periodic = {true, !open, true};
    DeviceSystem<TestType> system(device_setup(field, box, {{2, 2, 2}}));
    auto records = records_of<TestType>({{{0.9, 0.98, 0.5}}, {0}}, {0});
    records[0].velocity = {Real(1), Real(1), Real(0), Real(0)};
    system.adopt(records);
    CHECK_FALSE(system.atoms().crossed_open_face());
    const Motion<Real> motion = velocity_verlet<Real>(0.25);
    system.forces().store(WantedSums::none);
    REQUIRE(system.integrator().begin_step(motion, 0).fault == no_atom);
    CHECK(system.atoms().crossed_open_face() == open);
    system.decomposition().rebuild();
    CHECK(system.atoms().crossed_open_face() == open);
}

TEMPLATE_TEST_CASE("sums that are asked for later are those of the forces stored last",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    Moving<TestType> moving(jittered({8, 8, 8}, 3, 0.1));
    PairSums at_once;
    store_forces(moving.system, &at_once);
    moving.system.forces().store(WantedSums::all);
    const KineticSums kinetic = moving.system.integrator().kinetic_sums();
    const PairSums later = moving.system.forces().sums();
    CHECK(kinetic.tensor[0].value() > 1);
    CHECK(later.energy == at_once.energy);
    CHECK(later.virial == at_once.virial);
}
