// SPDX-License-Identifier: BSD-3-Clause
// Where a device keeps atoms: their order, their cells, and the images that they fly through.
#include "kernels/device_mixed.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The longest side of the box around a group of 32 atoms, on average [box edges].
template <class P> double side_of_groups(const SeenAtoms<P>& seen) {
    double sum = 0;
    int groups = 0;
    for (const LocalCell& cell : seen.cells.cells) {
        for (LocalIndex g = 0; g < cell.count; g += 32, ++groups) {
            Vec3<double> low{1, 1, 1};
            Vec3<double> high{-1, -1, -1};
            for (LocalIndex i = g; i < std::min(g + 32, cell.count); ++i) {
                const Site<P>& s = seen.particles.site[cell.first + i];
                const Vec3<double> u{to_double(s.x), to_double(s.y), to_double(s.z)};
                for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], u[d]);
                for (int d = 0; d < 3; ++d) high[d] = std::max(high[d], u[d]);
            }
            const Vec3<double> side = high - low;
            sum += std::max({side.x, side.y, side.z});
        }
    }
    return sum / groups;
}

} // namespace

TEMPLATE_TEST_CASE("a device keeps what it adopts, in an order that the atoms alone decide",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({8, 8, 8}, 3, 0.2);
    auto records = moving_records<TestType>(atoms, 2);
    for (AtomRecord<TestType>& r : records) r.image = {static_cast<int>(r.id % 3) - 1, 4, -7};
    Mixed<TestType> mixed(records);
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    REQUIRE(seen.particles.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto& r = records[static_cast<std::size_t>(seen.particles.id[i])];
        CHECK(seen.particles.site[i].position() == r.site.position());
        CHECK(seen.particles.site[i].type == r.site.type);
        CHECK(seen.particles.reference[i].position() == r.site.position());
        CHECK(vector_of(seen.particles.velocity[i]) == vector_of(r.velocity));
        CHECK(seen.particles.image[i] == r.image);
    }
    std::vector<AtomRecord<TestType>> other;
    for (const std::size_t i : shuffled(records.size(), 9)) other.push_back(records[i]);
    Mixed<TestType> again(other);
    CHECK(same_state(mixed.system, again.system));
}

TEMPLATE_TEST_CASE("atoms of large cells lie in compact groups, in whatever order they came",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    // 3375 atoms a cell, many with equal coordinates, and 2744 in one of eight cells.
    const Atoms crystal = jittered({30, 30, 30}, 1, 0);
    const Atoms drop = jittered({14, 14, 14}, 1, 0.3, {0.02, 0.02, 0.02}, {0.48, 0.48, 0.48});
    const ForceField field = argon();
    const DeviceSetup setup = device_setup(field, box_of({33, 33, 33}), {{2, 2, 2}});
    for (const Atoms& atoms : {crystal, drop}) {
        const std::size_t count = atoms.type.size();
        DeviceSystem<TestType> system(setup);
        system.adopt(records_of<TestType>(atoms, in_order(count)));
        DeviceSystem<TestType> again(setup);
        again.adopt(records_of<TestType>(atoms, shuffled(count, 9)));
        CHECK(same_state(system, again));
        // About four lattice constants of 1.1; 32 atoms in a cube have three.
        CHECK(33 * side_of_groups(system.atoms().look()) < 5);
    }
}

TEMPLATE_TEST_CASE("cells of a device hold the atoms that lie in them", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    mixed.system.decomposition().rebuild();
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    REQUIRE(seen.cells.cells.size() == static_cast<std::size_t>(mixed.grid.total()));
    LocalIndex next = 0;
    for (const LocalCell& cell : seen.cells.cells) {
        CHECK(cell.owned);
        CHECK(cell.first == next);
        for (LocalIndex i = cell.first; i < cell.first + cell.count; ++i)
            CHECK(mixed.grid.cell_of(seen.particles.site[i]) == cell.cell);
        next += cell.count;
    }
    CHECK(next == seen.particles.size());
    std::vector<std::int64_t> count(static_cast<std::size_t>(mixed.grid.total()), 0);
    mixed.system.atoms().count_in_cells(count);
    for (const LocalCell& cell : seen.cells.cells)
        CHECK(count[static_cast<std::size_t>(cell.cell)] == cell.count);
}

TEMPLATE_TEST_CASE("a resumed device has its lists on the old positions and its atoms on the new",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    using Fraction = typename TestType::Fraction;
    auto records = moving_records<TestType>(jittered({8, 8, 8}, 3, 0.2), 2);
    for (AtomRecord<TestType>& r : records) {
        const double s = 0.005 * (uniform(4, static_cast<std::uint64_t>(r.id)) - 0.5);
        r.moved = {to_fixed_fraction<Fraction>(0.003),
                   static_cast<Fraction>(s * std::ldexp(1.0, fraction_bits<Fraction>)), 0};
    }
    Mixed<TestType> mixed(records);
    const Forces found = device_forces(mixed.system);
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto& r = records[static_cast<std::size_t>(seen.particles.id[i])];
        CHECK(seen.particles.reference[i].position() == r.site.position());
        CHECK(seen.particles.site[i].x == advanced(r.site.x, r.moved.x));
        CHECK(seen.particles.site[i].y == advanced(r.site.y, r.moved.y));
        CHECK(seen.particles.site[i].z == r.site.z);
    }
    check_forces<TestType>(found, direct_sum(seen.particles, mixed.field, mixed.box));
}

TEMPLATE_TEST_CASE(
    "an atom that flies through faces of the box is counted through them on a device",
    "[gpu][small]", MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const ForceField field = argon();
    const Box box = box_of({6, 7, 8}, {1, -2, 1.5});
    DeviceSetup setup = device_setup(field, box, {{2, 2, 2}});
    DeviceSystem<TestType> system(setup);
    auto records = records_of<TestType>({{{0.5, 0.25, 0.75}}, {0}}, {0});
    const Vec3<double> v{1.5, -0.75, 2.25};
    records[0].velocity = {Real(1.5), Real(-0.75), Real(2.25), Real(0)};
    system.adopt(records);
    const Motion<Real> motion = velocity_verlet<Real>(0.0625);
    system.forces().store(WantedSums::none);
    REQUIRE(system.integrator().begin_step(motion, 0).fault == no_atom);
    StepBatch<TestType> batch;
    batch.first = 1;
    batch.steps = 255;
    batch.motion = {motion};
    batch.allowed_move = {0.5};
    const BatchReport report = system.batches().run(batch);
    REQUIRE(report.steps == 255);
    CHECK(report.rebuilds > 50);
    system.decomposition().rebuild();
    const auto& p = system.atoms().look().particles;
    const Vec3<double> found{to_double(p.site[0].x) + p.image[0].x,
                             to_double(p.site[0].y) + p.image[0].y,
                             to_double(p.site[0].z) + p.image[0].z};
    const Vec3<double> moved = (found - Vec3<double>{0.5, 0.25, 0.75}) * box.edges;
    for (int d = 0; d < 3; ++d) CHECK(moved[d] == Approx(256 * 0.0625 * v[d]).margin(1e-5));
}
