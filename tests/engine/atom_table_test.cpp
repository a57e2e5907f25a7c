// SPDX-License-Identifier: BSD-3-Clause
// Atoms in the order of their ids, against the arrays that they come from.
#include "engine/atom_table.hpp"

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "engine/engine_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P, class Column>
Buffer<ColumnValue<P, Column>, Host> table_of(AtomTable<P>& atoms, const Column& column) {
    Buffer<ColumnValue<P, Column>, Host> values;
    atoms.fill(column, values);
    return values;
}

/// Two atoms in one cell.
struct Pair {
    Fluid fluid{2, 0.8, Truncation::cut, 2.5};
    Domain domain = fluid.setup.domain;
    Particles<MixedPrecision, Host> particles;
    LocalCells cells{{{0, 0, 2, true}}, {0}, 2, 2};

    Pair(ParticleId first, ParticleId second, std::int64_t total) {
        domain.total_atoms = total;
        particles.id.append(first);
        particles.id.append(second);
        for (int i = 0; i < 2; ++i) particles.image.append({i, 0, 0});
    }
    AtomView<MixedPrecision> view() const { return {&domain, &domain.box, &particles, &cells}; }
};

} // namespace

TEMPLATE_TEST_CASE("a table holds each atom's numbers at the place of its id", "[atom_table]",
                   MixedPrecision, DoublePrecision) {
    const Fluid fluid(8, 0.8, Truncation::cut, 2.5);
    SimulationOn<TestType, Host> simulation(alone(), fluid.setup);
    simulation.start(fluid.records<TestType>());
    simulation.draw_velocities(1.44, true);
    Collector collector(0);
    REQUIRE(simulation.run(nve(60, 0.005), collector));
    const AtomView<TestType> view = simulation.atoms();
    const Particles<TestType, Host>& p = *view.particles;
    const LowerTriangular<double> edges = fluid.setup.domain.box.edges;
    const auto table = simulation.table();
    const auto position = table_of(*table, column::Position{edges});
    const auto force = table_of(*table, column::Force{-2});
    const auto image = table_of(*table, column::Image{});
    const auto reference = table_of(*table, column::Reference{});
    const auto moved = table_of(*table, column::Moved{});
    const auto velocity = table_of(*table, column::ExactVelocity{});
    const auto type = table_of(*table, column::Type{});
    REQUIRE(position.size() == static_cast<std::size_t>(fluid.setup.domain.total_atoms));
    int moved_atoms = 0;
    bool same = true;
    for (LocalIndex i = 0; i < view.cells->owned_atoms; ++i) {
        const auto id = static_cast<std::size_t>(p.id[i]);
        const Site<TestType>& s = p.site[i];
        const double x = to_double(s.x) * edges.xx;
        const double unwrapped =
            x + edges.xx * (image[id].x - p.image[i].x) - to_double(reference[id].x) * edges.xx;
        same = same && position[id].x == static_cast<float>(x) &&
               std::abs(unwrapped) < fluid.setup.skin &&
               reference[id] == p.reference[i].position() &&
               advanced(reference[id].z, moved[id].z) == s.z && velocity[id].y == p.velocity[i].y &&
               force[id].y == static_cast<float>(-2 * static_cast<double>(p.force[i].y)) &&
               type[id] == s.type;
        moved_atoms += moved[id].x != 0 ? 1 : 0;
    }
    CHECK(same);
    CHECK(moved_atoms > 0);
}

TEST_CASE("a table is refused where ids are missing, doubled or out of bounds", "[atom_table]") {
    using Table = HostAtomTable<MixedPrecision>;
    const Pair good(1, 0, 2);
    Table table(good.view(), alone());
    CHECK(table_of(table, column::ReferenceImage{})[0].x == 1);
    for (const std::array<std::int64_t, 3>& c :
         {std::array<std::int64_t, 3>{1, 1, 2}, {0, 2, 2}, {-1, 0, 2}, {0, 1, 3}}) {
        const Pair bad(c[0], c[1], c[2]);
        CHECK_THROWS_AS(Table(bad.view(), alone()), PhysicsError);
    }
}
