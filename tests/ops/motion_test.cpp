// SPDX-License-Identifier: BSD-3-Clause
#include "ops/motion.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "cpu/list_cases.hpp"
#include "ops/layer_sums.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Atoms with velocities in a tilted box, and forces on them.
template <class P> struct Moving {
    Box box = box_of({8, 8.5, 9}, {2, -1, 3});
    CellGrid grid{{2, 2, 2}};
    BoxState state{BoxState::at_start(box, grid)};
    ForceField field = single(LennardJonesParams{1, 1}, Truncation::cut);
    PairDriver<P> driver{field, {0.3, 0, 32}};
    std::vector<typename P::Real> inverse_mass{typename P::Real(1), typename P::Real(0.4)};
    std::vector<std::uint8_t> seen;
    OneRank<P> rank;

    Moving() {
        Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
        rank = arranged<P>(atoms, in_order(atoms.type.size()), box, grid, 32);
        Particles<P, Host>& p = rank.particles;
        using Real = typename P::Real;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto n = 3 * static_cast<std::uint64_t>(p.id[i]);
            p.velocity[i] = {Real(uniform(1, n) - 0.5), Real(uniform(1, n + 1) - 0.5),
                             Real(uniform(1, n + 2) - 0.5), Real(0)};
        }
        p.next.resize_discard(p.size());
        driver.rebuild({&state, &rank.cells, &p, &seen});
        driver.store_forces(p, nullptr);
    }

    MotionStep<P> step(const Motion<typename P::Real>& motion) const {
        return {motion, MotionEdges::of(box), &inverse_mass, 1.0, 99, 12};
    }
};

template <class P> std::vector<Motion<typename P::Real>> motions() {
    using Real = typename P::Real;
    return {velocity_verlet<Real>(0.005), langevin<Real>(0.005, 2.0, 1.0)};
}

template <class P> bool same(const Vec4<P>& a, const Vec4<P>& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

} // namespace

TEMPLATE_TEST_CASE("a fused step has the bits of its two half kicks", "[motion]", MixedPrecision,
                   DoublePrecision) {
    for (const auto& motion : motions<TestType>()) {
        Moving<TestType> apart;
        Moving<TestType> fused;
        complete_step(apart.rank.particles, apart.rank.cells, apart.step(motion));
        const MotionReport first =
            begin_step(apart.rank.particles, apart.rank.cells, apart.step(motion));
        const MotionReport second =
            fused.driver.advance(fused.rank.particles, fused.step(motion), TileSet::all);
        CHECK(first.displacement2 == second.displacement2);
        CHECK(first.displacement2 > 0);
        CHECK(first.fault == no_atom);
        CHECK(second.fault == no_atom);
        for (std::size_t i = 0; i < apart.rank.particles.size(); ++i) {
            CHECK(apart.rank.particles.next[i].position() ==
                  fused.rank.particles.next[i].position());
            CHECK(same(apart.rank.particles.velocity[i], fused.rank.particles.velocity[i]));
        }
    }
}

TEMPLATE_TEST_CASE("boundary and interior tiles together move every atom once", "[motion]",
                   MixedPrecision, DoublePrecision) {
    const auto motion = motions<TestType>().back();
    Moving<TestType> whole;
    Moving<TestType> split;
    split.seen.assign(split.rank.particles.size(), 0);
    for (std::size_t i = 0; i < split.seen.size(); i += 97) split.seen[i] = 1;
    split.driver.rebuild({&split.state, &split.rank.cells, &split.rank.particles, &split.seen});
    const ListReport lists = split.driver.report();
    REQUIRE(lists.boundary_tiles > 0);
    REQUIRE(lists.boundary_tiles < lists.tiles);
    whole.driver.advance(whole.rank.particles, whole.step(motion), TileSet::all);
    split.driver.advance(split.rank.particles, split.step(motion), TileSet::boundary);
    split.driver.advance(split.rank.particles, split.step(motion), TileSet::interior);
    for (std::size_t i = 0; i < whole.rank.particles.size(); ++i) {
        CHECK(whole.rank.particles.next[i].position() == split.rank.particles.next[i].position());
        CHECK(same(whole.rank.particles.velocity[i], split.rank.particles.velocity[i]));
    }
}

TEMPLATE_TEST_CASE("a step moves atoms by velocity and half a kick", "[motion]", MixedPrecision,
                   DoublePrecision) {
    using Real = typename TestType::Real;
    Moving<TestType> m;
    const auto before =
        arranged<TestType>(jittered({7, 7, 7}, 1, 0.3), in_order(343), m.box, m.grid, 32);
    const double dt = 0.005;
    std::vector<Vec3<double>> expected;
    for (std::size_t i = 0; i < m.rank.particles.size(); ++i) {
        const auto& v = m.rank.particles.velocity[i];
        const auto& f = m.rank.particles.force[i];
        expected.push_back(dt *
                           (Vec3<double>{v.x, v.y, v.z} + 0.5 * dt * Vec3<double>{f.x, f.y, f.z}));
    }
    const MotionReport report =
        begin_step(m.rank.particles, m.rank.cells, m.step(velocity_verlet<Real>(dt)));
    double farthest2 = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        farthest2 = std::max(farthest2, dot(expected[i], expected[i]));
        const auto moved =
            difference(m.rank.particles.next[i].position(), before.particles.site[i].position());
        const double unit = std::ldexp(1.0, -fraction_bits<typename TestType::Fraction>);
        const Vec3<double> found =
            Vec3<double>{double(moved.x), double(moved.y), double(moved.z)} * m.box.edges;
        for (int d = 0; d < 3; ++d)
            CHECK(unit * found[d] ==
                  Approx(expected[i][d]).margin(sizeof(Real) == 4 ? 1e-8 : 1e-15));
    }
    CHECK(static_cast<double>(report.displacement2) == Approx(farthest2).epsilon(1e-5));
}

TEMPLATE_TEST_CASE("an atom that flies too far or is not a number is a fault", "[motion]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    for (const Real bad : {Real(300), std::numeric_limits<Real>::quiet_NaN(),
                           std::numeric_limits<Real>::infinity(), Real(-1e30f)}) {
        Moving<TestType> m;
        m.rank.particles.velocity[123].y = bad;
        const auto step = m.step(velocity_verlet<Real>(0.005));
        CHECK(begin_step(m.rank.particles, m.rank.cells, step).fault == 123);
        CHECK(m.driver.advance(m.rank.particles, step, TileSet::all).fault == 123);
    }
}

TEMPLATE_TEST_CASE("of several atoms at fault the one of lowest number is named", "[motion]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    Moving<TestType> m;
    const auto owned = static_cast<LocalIndex>(m.rank.particles.id.size());
    LocalIndex lowest = 7;
    for (const LocalIndex bad : {7u, 8u, 9u, 200u, 123u, 300u}) {
        REQUIRE(bad < owned);
        m.rank.particles.velocity[bad].y = Real(300);
        if (m.rank.particles.id[bad] < m.rank.particles.id[lowest]) lowest = bad;
        const auto step = m.step(velocity_verlet<Real>(0.005));
        const MotionReport begun = begin_step(m.rank.particles, m.rank.cells, step);
        CHECK(begun.fault == lowest);
        CHECK(begun.fault_id == m.rank.particles.id[lowest]);
        CHECK(m.driver.advance(m.rank.particles, step, TileSet::all).fault_id == begun.fault_id);
    }
}

TEMPLATE_TEST_CASE("kinetic sums count owned atoms only, with their masses", "[motion]",
                   MixedPrecision, DoublePrecision) {
    Moving<TestType> m;
    Particles<TestType, Host>& p = m.rank.particles;
    m.rank.cells.cells[3].owned = false;
    m.rank.cells.owned_atoms -= m.rank.cells.cells[3].count;
    const LocalCell halo = m.rank.cells.cells[3];
    std::array<double, 6> tensor{};
    Vec3<double> momentum{0, 0, 0};
    for (LocalIndex i = 0; i < p.size(); ++i) {
        if (i >= halo.first && i < halo.first + halo.count) continue;
        const Vec3<double> v{p.velocity[i].x, p.velocity[i].y, p.velocity[i].z};
        const double products[6] = {v.x * v.x, v.y * v.y, v.z * v.z,
                                    v.x * v.y, v.x * v.z, v.y * v.z};
        for (std::size_t a = 0; a < 6; ++a) tensor[a] += 2.5 * products[a];
        momentum = momentum + 2.5 * v;
    }
    const KineticSums sums = kinetic_sums(p, m.rank.cells, {2.5});
    for (std::size_t a = 0; a < 6; ++a) CHECK(sums.tensor[a].value() == Approx(tensor[a]));
    const KineticSums diagonals = kinetic_sums(p, m.rank.cells, {2.5}, WantedSums::diagonals);
    for (std::size_t d = 0; d < 3; ++d) CHECK(diagonals.tensor[d] == sums.tensor[d]);
    for (int d = 0; d < 3; ++d)
        CHECK(sums.momentum[static_cast<std::size_t>(d)].value() == Approx(momentum[d]));
    const auto kept = p.velocity[halo.first];
    const Vec3<double> shift{1, -2, 3};
    const LowerTriangular<double> factor{0.5, 0.1, 0.75, -0.2, 0.3, 1.25};
    transform_velocities(p, m.rank.cells, factor, shift);
    CHECK(same(p.velocity[halo.first], kept));
    const KineticSums changed = kinetic_sums(p, m.rank.cells, {2.5});
    const auto mass = 2.5 * static_cast<double>(p.size() - halo.count);
    const Vec3<double> expected = times_transpose(momentum, factor) + mass * shift;
    for (int d = 0; d < 3; ++d)
        CHECK(changed.momentum[static_cast<std::size_t>(d)].value() == Approx(expected[d]));
}

TEMPLATE_TEST_CASE("layers hold the owned atoms between their faces", "[motion]", MixedPrecision,
                   DoublePrecision) {
    Moving<TestType> m;
    Particles<TestType, Host>& p = m.rank.particles;
    m.rank.cells.cells[3].owned = false;
    m.rank.cells.owned_atoms -= m.rank.cells.cells[3].count;
    const LocalCell halo = m.rank.cells.cells[3];
    constexpr std::size_t count = 5;
    for (const int axis : {0, 1, 2}) {
        std::array<std::int64_t, count> atoms{};
        std::array<Vec3<double>, count> momentum{};
        std::array<double, count> kinetic2{};
        for (LocalIndex i = 0; i < p.size(); ++i) {
            if (i >= halo.first && i < halo.first + halo.count) continue;
            const Vec3<double> v{p.velocity[i].x, p.velocity[i].y, p.velocity[i].z};
            const double place = to_double(p.site[i].position()[axis]);
            const auto layer = static_cast<std::size_t>(place * count);
            ++atoms[layer];
            momentum[layer] = momentum[layer] + 2.5 * v;
            kinetic2[layer] += 2.5 * dot(v, v);
        }
        const LayerSums sums = layer_sums(p, m.rank.cells, {2.5}, {axis, count});
        for (std::size_t layer = 0; layer < count; ++layer) {
            CHECK(sums.atoms[layer] == atoms[layer]);
            const FixedSum* motion = &sums.motion[layer * layer_sum_count];
            for (int d = 0; d < 3; ++d)
                CHECK(motion[d].value() == Approx(momentum[layer][d]).margin(1e-12));
            CHECK(motion[3].value() == Approx(kinetic2[layer]));
        }
    }
}

TEMPLATE_TEST_CASE("the first and the last place of a box are in the first and last layer",
                   "[motion]", MixedPrecision, DoublePrecision) {
    using Fraction = typename TestType::Fraction;
    const auto layer = [](Fraction place, std::uint32_t count) {
        return layer_of(Site<TestType>{0, 0, place, 0}, {2, count});
    };
    for (const std::uint32_t count : {1u, 3u, 10000u}) {
        CHECK(layer(0, count) == 0);
        CHECK(layer(Fraction(-1), count) == count - 1);
    }
    CHECK(layer(std::numeric_limits<Fraction>::min(), 2) == 1);
    CHECK(layer(std::numeric_limits<Fraction>::max(), 2) == 0);
}
